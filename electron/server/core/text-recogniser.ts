/** A word in the text of a picture: in UTF-16 units. Its box is in shares of the picture's width and height, from its top left corner. */
export interface RecognisedWord {
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RecognisedText {
  /** With line breaks; "" if there is none. */
  readonly text: string;
  /** In the order of the text. */
  readonly words: readonly RecognisedWord[];
}

/** Recognises the text in pictures. */
export interface TextRecogniser {
  /**
   * One picture at a time.
   * @param picture a PNG, JPEG, WebP, TIFF, BMP or PNM file
   * @param languages codes of the languages in it, the main one first, joined by "+"
   * @throws PictureUnreadable; UserError INVALID_PARAM for a language that there is not; OperationalError MODEL_UNAVAILABLE, DISK_FULL when
   *   the data of a language can't be had; the signal's reason when it aborts
   */
  recognise(picture: Uint8Array, languages: string, context: RecogniserContext): Promise<RecognisedText>;
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
