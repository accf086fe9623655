import type { TextInput } from '../../core/document.ts';

/** The least number of UTF-16 units read at a time, so that joining the pieces stays cheap. */
export const FILL_UNITS = 1024 * 1024;

/** For slower splitters: about 0.1 s of work before the first chunks are returned. */
export const SMALL_FILL_UNITS = 128 * 1024;

/** A text in pieces, so that even a complete text is processed piece by piece. */
export function toPieces(input: TextInput, units: number = SMALL_FILL_UNITS): AsyncIterable<string> {
  return typeof input === 'string' ? cutEvery(input, units) : input;
}

async function* cutEvery(text: string, units: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += units) yield text.slice(at, at + units);
}

/** The part of a streamed text that is still needed. */
export interface TextBuffer {
  readonly text: string;
  /** Whether `text` reaches to the end of the input. */
  readonly isWhole: boolean;
  /** Drops the text before `keepFrom` and reads more. */
  fill(keepFrom: number): Promise<void>;
  /** Releases the input. */
  close(): Promise<void>;
}

/** Opens a text at its start. Unless the input is a string, nothing is read before the first `fill`. */
export function openTextBuffer(input: TextInput, fillUnits: number = FILL_UNITS): TextBuffer {
  let text = typeof input === 'string' ? input : '';
  let isWhole = typeof input === 'string';
  const pieces = typeof input === 'string' ? undefined : input[Symbol.asyncIterator]();
  return {
    get text() {
      return text;
    },
    get isWhole() {
      return isWhole;
    },
    async fill(keepFrom) {
      if (isWhole || pieces === undefined) return;
      const parts = [text.slice(keepFrom)];
      // At least doubles the text, so that a long way to the next separator is searched and copied a few times, not hundreds.
      const wanted = Math.max(fillUnits, text.length - keepFrom);
      for (let taken = 0; taken < wanted; ) {
        const next = await pieces.next();
        if (next.done === true) {
          isWhole = true;
          break;
        }
        parts.push(next.value);
        taken += next.value.length;
      }
      text = parts.join('');
    },
    async close() {
      if (!isWhole) await pieces?.return?.();
    },
  };
}
