import { BugError } from '../../../../shared/errors/errors.ts';
import type { LoadContext } from '../../core/document-loader.ts';

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
): Promise<string> {
  if (recogniser === undefined) throw new BugError('Text is to be recognised without a recogniser');
  const step = count === 1 ? 'Recognising text' : `Recognising the text of page ${pageNumber} of ${count}`;
  onStep?.(step);
  const onFetching = (fetching: string | undefined): void => onStep?.(fetching ?? step);
  return (await recogniser.recognise(picture, languages, { signal, onFetching })).trim();
}
