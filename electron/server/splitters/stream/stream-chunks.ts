import type { TextChunk } from '../../core/chunk.ts';
import { countNewlines, createLineCounter, type LineCounter } from './line-counter.ts';
import type { TextBuffer } from './text-buffer.ts';

/** A range of the current text that becomes a chunk. */
export interface ChunkRange {
  readonly start: number;
  readonly end: number;
  /** Whether to keep the white space around it. */
  readonly keepsSpace: boolean;
}

/**
 * Cuts as far as the current text allows: it must decide nothing that further text could change, unless the text is complete. Ranges are in the order
 * of their starts. The text before the returned position is dropped: the next call starts there.
 */
export type CutText = (text: string, isWhole: boolean, emit: (range: ChunkRange) => void) => number;

/** Reads a text piece by piece and makes chunks of the ranges of `cut`; blank ones are left out. Does not close the buffer. */
export async function* streamChunks(buffer: TextBuffer, cut: CutText): AsyncGenerator<TextChunk> {
  const lines = createLineCounter();
  let offset = 0;
  for (;;) {
    const { text, isWhole } = buffer;
    const ranges: ChunkRange[] = [];
    const done = cut(text, isWhole, (range) => ranges.push(range));
    for (const range of ranges) {
      const chunk = toChunk({ text, offset, lines }, range);
      if (chunk !== undefined) yield chunk;
    }
    if (isWhole) return;
    lines.drop(text, done);
    offset += done;
    await buffer.fill(done);
  }
}

interface TextAtHand {
  readonly text: string;
  /** The position of `text` in the whole text. */
  readonly offset: number;
  readonly lines: LineCounter;
}

function toChunk({ text, offset, lines }: TextAtHand, range: ChunkRange): TextChunk | undefined {
  const whole = text.slice(range.start, range.end);
  const trimmed = whole.trim();
  if (trimmed === '') return undefined;
  const leading = range.keepsSpace ? 0 : whole.length - whole.trimStart().length;
  const chunk = range.keepsSpace ? whole : trimmed;
  const start = range.start + leading;
  const fromLine = lines.lineAt(text, start);
  const toLine = fromLine + countNewlines(chunk);
  return { text: chunk, fromLine, toLine, start: offset + start, end: offset + start + chunk.length };
}
