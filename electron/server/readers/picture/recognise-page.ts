import { BugError } from '../../../../shared/errors/errors.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { RecognisedText } from '../../core/text-recogniser.ts';

interface PicturePage {
  /** From 1. */
  readonly pageNumber: number;
  /** Of all pages. */
  readonly count: number;
  /** Codes joined by "+". */
  readonly languages: string;
}

/**
 * Recognises the text of a page with the recogniser of a job whose loader has text recognition switched on, and reports its progress.
 * @throws what the recogniser throws
 */
export async function recognisePage(
  picture: Uint8Array,
  { pageNumber, count, languages }: PicturePage,
  { recogniser, signal, onStep }: LoadContext,
): Promise<RecognisedText> {
  if (recogniser === undefined) throw new BugError('Text is to be recognised without a recogniser');
  const step = count === 1 ? 'Recognising text' : `Recognising the text of page ${pageNumber} of ${count}`;
  onStep?.(step);
  const onFetching = (fetching: string | undefined): void => onStep?.(fetching ?? step);
  const { text, words } = await recogniser.recognise(picture, languages, { signal, onFetching });
  const before = text.length - text.trimStart().length;
  return {
    text: text.trim(),
    words: words.map((word) => ({ ...word, start: word.start - before, end: word.end - before })),
  };
}
