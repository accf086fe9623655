import { BugError } from '../../../../shared/errors/errors.ts';
import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { countNewlines, createLineCounter } from '../stream/line-counter.ts';
import { FILL_UNITS, openTextBuffer } from '../stream/text-buffer.ts';
import { isInsideCharacter } from './boundaries.ts';
import type { ChunkLimits } from './merge-splits.ts';
import { LOOK_AHEAD } from './split-recursively.ts';

export interface SeparatorSplitOptions extends ChunkLimits {
  /** Not empty. */
  readonly separator: string;
  /** {@link LOOK_AHEAD} unless given. */
  readonly lookAhead?: number;
  /** UTF-16 units to read at a time; {@link FILL_UNITS} unless given. */
  readonly fillUnits?: number;
}

/** The text between two separators. */
interface Split {
  readonly text: string;
  /** Its position in the whole text. */
  readonly start: number;
  readonly line: number;
}

/**
 * Cuts text as LangChain's CharacterTextSplitter does: at one separator, which is written again between the pieces that a chunk joins. A piece longer
 * than a chunk stays whole. Several separators in a row count as one, so a chunk is not always a verbatim part of the text: its offsets span from the
 * start of its first piece to the end of its last.
 *
 * Memory holds a chunk and the text up to the next separator. If no separator occurs within {@link LOOK_AHEAD} units, the text is cut there.
 */
export async function* splitAtSeparator(input: TextInput, options: SeparatorSplitOptions): AsyncGenerator<TextChunk> {
  const buffer = openTextBuffer(input, options.fillUnits ?? FILL_UNITS);
  const merge = createMerger(options);
  const lines = createLineCounter();
  let offset = 0;
  try {
    for (;;) {
      const { text, isWhole } = buffer;
      let cursor = 0;
      while (cursor < text.length) {
        const piece = nextPiece(text, cursor, isWhole, options);
        if (piece === undefined) break;
        if (piece.end > cursor) {
          const line = lines.lineAt(text, cursor);
          const chunk = merge.add({ text: text.slice(cursor, piece.end), start: offset + cursor, line });
          if (chunk !== undefined) yield chunk;
        }
        cursor = piece.next;
      }
      if (isWhole) break;
      lines.drop(text, cursor);
      offset += cursor;
      await buffer.fill(cursor);
    }
    const last = merge.join();
    if (last !== undefined) yield last;
  } finally {
    await buffer.close();
  }
}

/** Where the piece that starts at `start` ends and the next one starts; undefined if that depends on text still to come. */
function nextPiece(
  text: string,
  start: number,
  isWhole: boolean,
  { separator, lookAhead = LOOK_AHEAD }: SeparatorSplitOptions,
): { readonly end: number; readonly next: number } | undefined {
  const found = text.indexOf(separator, start);
  if (found === -1 && !isWhole && text.length - start <= lookAhead + separator.length) return undefined;
  const end = found === -1 ? text.length : found;
  if (end - start <= lookAhead) return { end, next: found === -1 ? end : end + separator.length };
  const cut = isInsideCharacter(text, start + lookAhead) ? start + lookAhead + 1 : start + lookAhead;
  return { end: cut, next: cut };
}

/** LangChain's `mergeSplits`: `add` returns the chunk that has no room for the new piece. Separators do not count in the overlap. */
function createMerger({ separator, chunkSize, chunkOverlap }: SeparatorSplitOptions) {
  const splits: Split[] = [];
  let total = 0;
  const sizeWith = (added: number): number => total + added + splits.length * separator.length;
  const join = (): TextChunk | undefined => joinSplits(splits, separator);
  return {
    join,
    add(split: Split): TextChunk | undefined {
      const added = split.text.length;
      let chunk: TextChunk | undefined;
      if (sizeWith(added) > chunkSize && splits.length > 0) {
        chunk = join();
        let dropped = 0;
        while (total > chunkOverlap || (sizeWith(added) - dropped * separator.length > chunkSize && total > 0)) {
          total -= splits[dropped]?.text.length ?? 0;
          dropped += 1;
        }
        splits.splice(0, dropped);
      }
      splits.push(split);
      total += added;
      return chunk;
    },
  };
}

function joinSplits(splits: readonly Split[], separator: string): TextChunk | undefined {
  const joined = splits.map((split) => split.text).join(separator);
  const text = joined.trim();
  if (text === '') return undefined;
  const leading = joined.length - joined.trimStart().length;
  const from = placeOf(splits, separator, leading);
  const to = placeOf(splits, separator, leading + text.length - 1);
  return { text, fromLine: from.line, toLine: to.line, start: from.offset, end: to.offset + 1 };
}

/** The position in the whole text of a unit of the joined text. */
function placeOf(splits: readonly Split[], separator: string, at: number): { offset: number; line: number } {
  let before = 0;
  for (const { text, start, line } of splits) {
    const within = at - before;
    if (within < text.length) return { offset: start + within, line: line + countNewlines(text.slice(0, within)) };
    if (within < text.length + separator.length) {
      const skipped = countNewlines(text) + countNewlines(separator.slice(0, within - text.length));
      return { offset: start + within, line: line + skipped };
    }
    before += text.length + separator.length;
  }
  throw new BugError('A place behind the end of the joined text');
}
