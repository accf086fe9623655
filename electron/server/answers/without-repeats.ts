import type { AnswerPassage } from '../core/answer.ts';
import { splitSentences } from './sentences.ts';

/** A text by what it says, whatever its signs and spaces. */
export function keyOfText(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Passages without those that only say what better ones say: copies, and pieces that overlap. */
export function withoutRepeats<Passage extends Pick<AnswerPassage, 'pageContent'>>(
  passages: readonly Passage[],
): Passage[] {
  const keys: string[] = [];
  return passages.filter(({ pageContent }) => {
    const said = splitSentences(pageContent).map(({ text }) => keyOfText(text));
    const isRepeat = keys.length > 0 && said.every((sentence) => keys.some((key) => key.includes(sentence)));
    if (!isRepeat) keys.push(keyOfText(pageContent));
    return !isRepeat;
  });
}
