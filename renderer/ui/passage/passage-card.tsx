import { BookOpen, Check, Copy } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { classNames } from '../class-names.ts';
import { FoldButton } from '../controls/fold-button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { dragOutProps } from '../drag-out.ts';
import { passageTitle, placeUnderTitle } from './describe-passage.ts';
import { findExcerpt } from './find-excerpt.ts';
import { joinLines } from './join-lines.ts';
import { MarkedText } from './marked-text.tsx';
import { passageFile } from './passage-file.ts';
import { ScoreBar } from './score-bar.tsx';
import { type WhyFound, whyFound } from './why-found.ts';

/** A passage that was found. */
export interface FoundPassage {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly score: number;
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
  /** The best score of the answer. */
  readonly best: number;
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
  const { metadata, pageContent, chunkNo, score } = passage;
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
        <ScoreBar score={score} best={best} />
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
