import { peek } from './text-reader.ts';

/** A stream of text that has begun, so that what stands before the text has been read; undefined if it holds none. */
export async function withFirstText(pieces: AsyncIterable<string>): Promise<AsyncIterable<string> | undefined> {
  const peeked = await peek(pieces, 1);
  return peeked.start === '' ? undefined : peeked.pieces;
}

/** The same stream; an error of it is what `translate` makes of it. */
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
