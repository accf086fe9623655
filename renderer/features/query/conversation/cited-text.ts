import type { AnswerCitation, FoundPassage } from '../../../../shared/api/predictions.ts';
import { t } from '../../../../shared/texts/t.ts';
import { passageTitle, placeUnderTitle } from '../../../ui/passage/describe-passage.ts';
import { joinLines } from '../../../ui/passage/join-lines.ts';
import type { Turn } from './turn.ts';

/** A part of an answer, up to the marks of its citations. */
export interface CitedPiece {
  readonly text: string;
  /** Empty for the rest of the answer. */
  readonly citations: readonly AnswerCitation[];
}

/** `[1]`, or `[1?]` for what is not found. Those in code, links and addresses are none. */
const MARK = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|\s*\[(\d+)\??\](?!\()/g;

/** Parts an answer at the marks of its citations, which are in its order. Numbers in brackets that cite nothing stay text. */
export function partAtCitations({ text, citations }: Pick<Turn, 'text' | 'citations'>): readonly CitedPiece[] {
  const pieces: { text: string; citations: AnswerCitation[] }[] = [];
  let [at, next] = [0, 0];
  for (const { 0: mark, 1: number, index } of text.matchAll(MARK)) {
    const citation = citations[next];
    if (citation?.number !== Number(number)) continue;
    next += 1;
    const before = text.slice(at, index);
    const last = pieces.at(-1);
    if (before.trim() === '' && last !== undefined) last.citations.push(citation);
    else pieces.push({ text: before, citations: [citation] });
    at = index + mark.length;
  }
  const rest = text.slice(at);
  return rest.trim() === '' ? pieces : [...pieces, { text: rest, citations: [] }];
}

/** What the passage says where it is cited, for reading; undefined where it does not say it. */
export function quoteOf({ place }: AnswerCitation, { pageContent }: FoundPassage): string | undefined {
  return place === undefined ? undefined : joinLines(pageContent.slice(place.start, place.end)).text;
}

/** "rules.pdf, page 2" */
export function sourceWords({ metadata }: Pick<FoundPassage, 'metadata'>): string {
  const place = placeUnderTitle(metadata);
  const title = passageTitle(metadata);
  return place === undefined ? title : `${title}, ${place}`;
}

export const VERDICT_WORDS = {
  quoted: t('Quoted'),
  similar: t('Similar'),
  notFound: t('Not found'),
} as const satisfies Readonly<Record<AnswerCitation['verdict'], string>>;

/** An answer with its sources, as Markdown. */
export function answerAsMarkdown({
  text,
  citations,
  passages,
  details,
}: Pick<Turn, 'text' | 'citations' | 'passages' | 'details'>): string {
  const sources = citations.flatMap((citation) => {
    const { number, sourceIndex, sentence, verdict } = citation;
    const passage = passages[sourceIndex];
    if (passage === undefined) return [];
    const quote = quoteOf(citation, passage) ?? sentence;
    return [`- [${number}] ${sourceWords(passage)} (${VERDICT_WORDS[verdict]}): “${quote.replaceAll(/\s+/g, ' ')}”`];
  });
  // What a model has written is Markdown already.
  const isMarkdown = details?.model !== undefined;
  const lines = isMarkdown ? text.trim() : text.trim().replaceAll(/(?<!\n)\n(?!\n)/g, '\n\n');
  return sources.length === 0 ? `${lines}\n` : `${lines}\n\n${t('Sources')}\n\n${sources.join('\n')}\n`;
}

/** A conversation with its sources, as Markdown. */
export function conversationAsMarkdown(turns: readonly Turn[]): string {
  const answerOf = (turn: Turn) => (turn.text === '' ? `${t('No answer.')}\n` : answerAsMarkdown(turn));
  return turns.map((turn) => `## ${turn.question.replaceAll(/\s+/g, ' ')}\n\n${answerOf(turn)}`).join('\n');
}
