import { BookOpen, Check, Copy } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { locale, t } from '../../../shared/texts/t.ts';
import { classNames } from '../class-names.ts';
import { FoldButton } from '../controls/fold-button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Tooltip } from '../controls/tooltip.tsx';
import { dragOutProps } from '../drag-out.ts';
import { passageTitle, placeUnderTitle } from './describe-passage.ts';
import { joinLines, type TextRange } from './join-lines.ts';
import { markedWords, markWords, stem } from './mark-words.ts';
import { MarkedText } from './marked-text.tsx';
import { passageFile } from './passage-file.ts';

/** How far before the first word that fits an excerpt may begin, to begin with a sentence or a line. */
const MAX_LEAD_CHARACTERS = 160;

interface Mark {
  readonly at: number;
  readonly word: string;
}

function marksOf(text: string, query: string): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  for (const piece of markWords(text, query)) {
    if (piece.marked) marks.push({ at, word: stem(piece.text) });
    at += piece.text.length;
  }
  return marks;
}

/** The mark from which the most different words of the question follow within the length; the first of equals. */
function bestMark(marks: readonly Mark[], length: number): Mark | undefined {
  const reach = length - MAX_LEAD_CHARACTERS;
  const inside = new Map<string, number>();
  let best: Mark | undefined;
  let most = 0;
  let end = 0;
  for (const mark of marks) {
    for (let next = marks[end]; next !== undefined && next.at < mark.at + reach; next = marks[end]) {
      inside.set(next.word, (inside.get(next.word) ?? 0) + 1);
      end += 1;
    }
    if (inside.size > most) {
      best = mark;
      most = inside.size;
    }
    const left = (inside.get(mark.word) ?? 0) - 1;
    if (left > 0) inside.set(mark.word, left);
    else inside.delete(mark.word);
  }
  return best;
}

/** Where the line, the sentence or at least the word around a place begins. */
function startBefore(text: string, at: number): number {
  const lead = text.slice(Math.max(0, at - MAX_LEAD_CHARACTERS), at);
  if (lead.length === at) return 0;
  const starts = [...lead.matchAll(/\n\s*|[.!?]\s+/g)];
  const start = starts.at(-1) ?? lead.matchAll(/\s+/g).next().value;
  return start === undefined ? at : at - lead.length + start.index + start[0].length;
}

/** The part of a long text, of the given length in characters or a little more, that says most about the question. */
export function findExcerpt(text: string, query: string, length: number): TextRange {
  if (text.length <= length) return { from: 0, to: text.length };
  const mark = bestMark(marksOf(text, query), length);
  const wanted = mark === undefined ? 0 : startBefore(text, mark.at);
  const from = Math.min(wanted, startBefore(text, text.length - length));
  // What little would be left behind the end is shown too.
  if (from + length + MAX_LEAD_CHARACTERS >= text.length) return { from, to: text.length };
  const end = text.slice(0, from + length).search(/\s+\S*$/);
  return { from, to: end <= from ? from + length : end };
}

/** Why a passage was found: words of the question that stand in it, or else its meaning. */
type WhyFound =
  | { readonly by: 'words'; readonly words: readonly string[] }
  /** A search by words takes more forms of a word than are marked: "ran" for "running". */
  | { readonly by: 'other-forms' }
  | { readonly by: 'meaning' };

/** Says why a passage was found. By meaning alone its words had no part in it, whether they stand there or not. */
export function whyFound(text: string, query: string, mode: 'hybrid' | 'vector' | 'keyword'): WhyFound {
  if (mode === 'vector') return { by: 'meaning' };
  const words = markedWords(text, query);
  if (words.length > 0) return { by: 'words', words };
  return mode === 'keyword' ? { by: 'other-forms' } : { by: 'meaning' };
}

/**
 * How good a score is beside the best one, from 0 to 1. Scores of different ways to search have different scales, some below zero, so only this can be
 * shown as a bar.
 */
export function shareOfBest(score: number, best: number): number {
  if (score >= best) return 1;
  const share = best > 0 ? score / best : best < 0 ? best / score : 0;
  return Math.min(1, Math.max(0, share));
}

/** Of three digits: scores of a search by words and meaning are as small as 0.0164. */
const exact = new Intl.NumberFormat(locale(), { maximumSignificantDigits: 3 });

interface FitBarProps {
  /** 0 to 1 */
  readonly share: number;
  /** The number that the bar shows, in words. */
  readonly label: string;
  /** On hover. */
  readonly tooltip: string;
}

function FitBar({ share, label, tooltip }: FitBarProps) {
  return (
    <Tooltip label={tooltip} side="left">
      <span className="flex h-5 w-12 shrink-0 items-center">
        <span aria-hidden="true" className="h-1 w-full overflow-hidden rounded-full bg-hover">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  );
}

/** How well a passage fits beside the best one. The score itself is said on hover, and to screen readers. */
function ScoreBar({ score, best }: { readonly score: number; readonly best: number }) {
  const share = shareOfBest(score, best);
  const percent = Math.round(share * 100);
  const shown = exact.format(score);
  const tooltip =
    percent === 100
      ? t('Score {score}, the best', { score: shown })
      : t('Score {score}, {percent} % of the best', { score: shown, percent });
  return <FitBar share={share} label={t('Score {score}', { score: shown })} tooltip={tooltip} />;
}

/** How sure the search is that a passage answers, which compares between collections. */
function RelevanceBar({ relevance }: { readonly relevance: number }) {
  const label = t('Relevance {percent} %', { percent: Math.round(relevance * 100) });
  return <FitBar share={relevance} label={label} tooltip={label} />;
}

/** A passage that was found. */
export interface FoundPassage {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Absent where several searches are one. */
  readonly score?: number;
  /** 0 to 1; scores of one answer compare only with each other. */
  readonly relevance: number;
  readonly chunkNo: number;
}

/** The question. */
export interface AnsweredQuestion {
  readonly query: string;
  readonly mode: 'hybrid' | 'vector' | 'keyword';
}

/** More words than these say nothing more. */
const SHOWN_WORDS = 4;

function Why({ why }: { readonly why: WhyFound }) {
  if (why.by === 'meaning') return <span>{t('By meaning')}</span>;
  if (why.by === 'other-forms') return <span>{t('By other forms of your words')}</span>;
  const more = why.words.length - SHOWN_WORDS;
  const words = why.words.slice(0, SHOWN_WORDS).join(', ');
  return (
    <span className="min-w-0 break-words">
      {more > 0 ? t('By words: {words} and {more} more', { words, more }) : t('By words: {words}', { words })}
    </span>
  );
}

export interface PassageCardProps {
  readonly passage: FoundPassage;
  readonly question: AnsweredQuestion;
  /** The best score of the answer; undefined: the bar shows the relevance. */
  readonly best: number | undefined;
  /** Longer texts are folded. Characters. */
  readonly foldedAt: number;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
  /** Opens it where it is stored; undefined: there is no such place. */
  readonly onOpen: (() => void) | undefined;
  /** Buttons beside those for opening and copying. */
  readonly actions: ReactNode;
  /** Stands out, with this word. */
  readonly badge: string | undefined;
}

/** One passage that was found: where it stands, why and how well it fits, and its text for reading, with the words of the question marked. */
export function PassageCard(props: PassageCardProps) {
  const { passage, question, best, foldedAt, isCopied, onCopy, onOpen, actions, badge } = props;
  const [isWhole, setIsWhole] = useState(false);
  const textId = useId();
  const { metadata, pageContent, chunkNo, score, relevance } = passage;
  const { query, mode } = question;
  const { readable, excerpt, why } = useMemo(() => {
    const joined = joinLines(pageContent);
    return {
      readable: joined,
      excerpt: findExcerpt(joined.text, query, foldedAt),
      why: whyFound(joined.text, query, mode),
    };
  }, [pageContent, query, mode, foldedAt]);
  const { length } = readable.text;
  const title = passageTitle(metadata);
  const place = placeUnderTitle(metadata) ?? t('chunk {number}', { number: chunkNo });
  return (
    <article
      aria-label={`${title}, ${place}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of its list go from card to card
      tabIndex={0}
      className={classNames(
        'flex flex-col gap-1.5 rounded-card border bg-surface p-3 focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:outline-accent',
        badge === undefined ? 'border-border' : 'border-success/50',
      )}
    >
      <div className="flex items-center gap-2" {...dragOutProps(() => passageFile(passage))}>
        <p className="min-w-0 flex-1 truncate font-semibold" title={title}>
          {title}
        </p>
        {badge === undefined ? null : (
          <span className="flex shrink-0 items-center gap-1 text-secondary text-success">
            <Check aria-hidden="true" className="size-3.5" /> {badge}
          </span>
        )}
        {best === undefined || score === undefined ? (
          <RelevanceBar relevance={relevance} />
        ) : (
          <ScoreBar score={score} best={best} />
        )}
      </div>
      <p className="tabular text-secondary text-muted">{place}</p>
      <MarkedText id={textId} readable={readable} shown={isWhole ? { from: 0, to: length } : excerpt} query={query} />
      {excerpt.to - excerpt.from < length ? (
        <FoldButton isWhole={isWhole} controls={textId} onToggle={() => setIsWhole(!isWhole)} />
      ) : null}
      <div className="-mr-1.5 -mb-1.5 flex items-center gap-2">
        <p className="flex min-w-0 flex-1 text-secondary text-muted">
          <Why why={why} />
        </p>
        <div className="flex shrink-0">
          {onOpen === undefined ? null : (
            <IconButton label={t('Open in the contents')} shortcut={t('Enter')} icon={<BookOpen />} onClick={onOpen} />
          )}
          {actions}
          <IconButton
            label={isCopied ? t('Copied') : t('Copy with its source')}
            shortcut="C"
            icon={isCopied ? <Check className="text-success" /> : <Copy />}
            onClick={onCopy}
          />
        </div>
      </div>
    </article>
  );
}
