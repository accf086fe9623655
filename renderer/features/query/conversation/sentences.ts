import { partAtCitations } from './cited-text.ts';
import type { Turn } from './turn.ts';

/** The language of an answer is not known: ends of sentences are marked by the same signs in most. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function sentencesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment).filter((segment) => segment.trim() !== '');
}

/** Where in the text of an answer what is not checked yet begins; its length where all is. UTF-16 offset. */
export function openAt({ text, citations, state }: Pick<Turn, 'text' | 'citations' | 'state'>): number {
  const rest = partAtCitations({ text, citations }).at(-1);
  if (state.step !== 'answering' || rest === undefined || rest.citations.length > 0) return text.length;
  return text.length - (sentencesOf(rest.text).at(-1)?.length ?? 0);
}

/** The whole sentences of an answer, without marks, as screen readers say them. They only grow. */
export function wholeSentences(turn: Pick<Turn, 'text' | 'citations' | 'state'>): readonly string[] {
  const { text, citations } = turn;
  const end = openAt(turn);
  const pieces = partAtCitations({ text: text.slice(0, end), citations });
  return pieces.flatMap((piece) => sentencesOf(piece.text).map((sentence) => sentence.trim()));
}
