import type { ErrorData } from '../../../shared/errors/errors.ts';
import type { RecognisedText } from '../core/text-recogniser.ts';

/** One picture to be recognised; the next one comes after the answer. */
export interface ToOcrWorker {
  readonly picture: Uint8Array;
  /** How it is to be turned, as in EXIF (1 to 8). */
  readonly orientation: number;
  readonly languages: readonly string[];
}

export type FromOcrWorker =
  | RecognisedText
  /** A clause. */
  | { readonly unreadable: string }
  | { readonly error: ErrorData };
