import { peek } from './text-reader.ts';

/** A stream after its first text, so that metadata before the text has been read; undefined if it has no text. */
export async function withFirstText(pieces: AsyncIterable<string>): Promise<AsyncIterable<string> | undefined> {
  const peeked = await peek(pieces, 1);
  return peeked.start === '' ? undefined : peeked.pieces;
}

/** The same stream, with its errors translated by `translate`. */
export async function* translatingErrors(
  pieces: AsyncIterable<string>,
  translate: (error: unknown) => unknown,
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    throw translate(error);
  }
}

/** The same stream up to its first error, which goes to `leaveOut`. */
export async function* tolerating(
  pieces: AsyncIterable<string>,
  leaveOut: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    leaveOut(error);
  }
}
