import type { TextChunk } from '../../core/chunk.ts';
import { countNewlines, createLineCounter, type LineCounter } from './line-counter.ts';
import type { TextBuffer } from './text-buffer.ts';

/** A stretch of the text at hand that is to be a chunk. */
export interface ChunkRange {
  readonly start: number;
  readonly end: number;
  /** Leave the white space around it on. */
  readonly keepsSpace: boolean;
}

/**
 * Cuts as far as the text at hand allows: nothing may be decided that text still to come could change, unless the text is whole.
 * Ranges come in the order of their starts. What is before the place that it returns is dropped: next time the text starts there.
 */
export type CutText = (text: string, isWhole: boolean, emit: (range: ChunkRange) => void) => number;

/** Takes a text in bit by bit and makes chunks of what `cut` gives; blank ones are left out. Does not close the buffer. */
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
  /** Where `text` starts in the whole. */
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
