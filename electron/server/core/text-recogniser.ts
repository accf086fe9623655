/** Recognises the text in pictures. */
export interface TextRecogniser {
  /**
   * One picture at a time.
   * @param picture a PNG, JPEG, WebP, TIFF, BMP or PNM file
   * @param languages codes of the languages in it, the main one first, joined by "+"
   * @returns its text with line breaks; "" if it has none
   * @throws PictureUnreadable; UserError INVALID_PARAM for a language that there is not; OperationalError MODEL_UNAVAILABLE, DISK_FULL when
   *   the data of a language can't be had; the signal's reason when it aborts
   */
  recognise(picture: Uint8Array, languages: string, context: RecogniserContext): Promise<string>;
}

export interface RecogniserContext {
  readonly signal: AbortSignal;
  /** Told while the data of a language is fetched: a sentence in English; undefined when it is there. */
  onFetching?(step: string | undefined): void;
}

/** Why no text could be recognised in a picture: it costs only that picture. */
export class PictureUnreadable extends Error {
  /** A clause: "it takes more than 60 s to recognise". */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`No text could be recognised: ${reason}`, { cause });
    this.reason = reason;
  }
}
