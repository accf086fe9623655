import { UserError } from '../../../shared/errors/errors.ts';
import type { TextChunk } from '../core/chunk.ts';
import type { TextInput } from '../core/document.ts';
import type { TextSplitter } from '../core/text-splitter.ts';
import { countNewlines } from './stream/line-counter.ts';

/** The longest document that becomes one chunk, in UTF-16 units: 64 MB as text, far more than any model reads. */
const MAX_WHOLE_UNITS = 32 * 1024 * 1024;

async function joinPieces(input: TextInput): Promise<string> {
  if (typeof input === 'string') return input;
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of input) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_WHOLE_UNITS) break;
  }
  return pieces.join('');
}

/**
 * Replaces the splitter of a loader without one: each document is one chunk, unless it is blank.
 * @throws UserError FILE_TOO_LARGE for a document of more than 32 Mi characters
 */
export const wholeText: TextSplitter = {
  async *split(input: TextInput): AsyncGenerator<TextChunk> {
    const text = await joinPieces(input);
    if (text.length > MAX_WHOLE_UNITS) {
      throw new UserError(
        'FILE_TOO_LARGE',
        'The file has more than 32 million characters, too many for one chunk: connect a text splitter to the loader.',
      );
    }
    if (text.trim() === '') return;
    yield { text, fromLine: 1, toLine: 1 + countNewlines(text), start: 0, end: text.length };
  },
};
