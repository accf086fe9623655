import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import type { ChunkLimits } from '../separators/merge-splits.ts';
import { countNewlines } from '../stream/line-counter.ts';
import { MarkdownBlocks } from './markdown-blocks.ts';

type Split = (text: TextInput) => AsyncIterable<TextChunk>;

/** Chunks of headings alone are held back until what they stand over comes. */
const HEADINGS = /^#{1,6}[ \t]\S[^\n]*(?:\s*\n#{1,6}[ \t]\S[^\n]*)*$/;

/**
 * Gives the chunks of a splitter what they need to be understood alone: a piece of a table gets the names of its columns, a piece of a block of code its
 * fences, and a heading the text below it. Chunks that this makes too long are cut once more. What is repeated is no part of their positions.
 */
export async function* keepContext(input: TextInput, limits: ChunkLimits, split: Split): AsyncGenerator<TextChunk> {
  const blocks = new MarkdownBlocks();
  const chunks = split(typeof input === 'string' ? input : watchedPieces(input, blocks));
  const read = typeof input === 'string' ? readUpTo(input, chunks, blocks) : chunks;
  for await (const cut of withHeadings(read, limits, blocks)) {
    const chunk = blocks.isFenceEnd(cut.start) ? withoutFirstLine(cut) : cut;
    if (chunk.text !== '') yield* completed(chunk, limits, blocks);
    blocks.forget(chunk.start - limits.chunkSize);
  }
}

/** How far behind a chunk a text is looked at, for the end of its last line. */
const AHEAD = 64 * 1024;

/** Looks at a whole text as its chunks come, so that few of its blocks are known at a time. */
async function* readUpTo(
  text: string,
  chunks: AsyncIterable<TextChunk>,
  blocks: MarkdownBlocks,
): AsyncGenerator<TextChunk> {
  let at = 0;
  for await (const chunk of chunks) {
    const to = Math.max(at, chunk.end + AHEAD);
    blocks.read(text.slice(at, to));
    at = to;
    yield chunk;
  }
}

async function* watchedPieces(pieces: AsyncIterable<string>, blocks: MarkdownBlocks): AsyncGenerator<string> {
  for await (const piece of pieces) {
    blocks.read(piece);
    yield piece;
  }
}

async function* withHeadings(
  chunks: AsyncIterable<TextChunk>,
  { chunkSize }: ChunkLimits,
  blocks: MarkdownBlocks,
): AsyncGenerator<TextChunk> {
  let held: TextChunk | undefined;
  for await (const chunk of chunks) {
    const over = held !== undefined && isOver(held, chunk) ? held : undefined;
    if (held !== undefined && over === undefined && chunk.start > held.start) yield held;
    held = undefined;
    const whole = over === undefined ? chunk : join(over, chunk);
    if (HEADINGS.test(whole.text) && blocks.at(whole.start)?.kind !== 'code') held = whole;
    else if (over === undefined || whole.text.length <= chunkSize) yield whole;
    else yield* inTwo(whole, chunk.start - over.start);
  }
  if (held !== undefined) yield held;
}

/** Whether a chunk is the text below a heading; not in another section, and not what has the heading in its overlap. */
function isOver(heading: TextChunk, { start, metadata }: TextChunk): boolean {
  if (start < heading.end) return false;
  const above = Object.entries(heading.metadata?.headers ?? {});
  const own = new Map(Object.entries(metadata?.headers ?? {}));
  return above.every(([level, title]) => own.get(level) === title);
}

function join(heading: TextChunk, chunk: TextChunk): TextChunk {
  const gap = '\n'.repeat(Math.max(1, chunk.fromLine - heading.toLine));
  const { start, fromLine } = heading;
  return { ...chunk, text: heading.text + gap + chunk.text, start, fromLine };
}

/** Cuts a chunk near its middle, behind its heading. */
function inTwo(chunk: TextChunk, headingUnits: number): TextChunk[] {
  const middle = headingUnits + (chunk.text.length - headingUnits) / 2;
  for (const separator of ['\n\n', '\n', ' ']) {
    const before = chunk.text.lastIndexOf(separator, middle);
    const at = before > headingUnits ? before : chunk.text.indexOf(separator, middle);
    if (at > headingUnits && at < chunk.text.length - 1)
      return [partOf(chunk, 0, at), partOf(chunk, at, chunk.text.length)];
  }
  return [chunk];
}

function partOf(chunk: TextChunk, from: number, to: number): TextChunk {
  const part = chunk.text.slice(from, to);
  const text = part.trim();
  const start = from + part.length - part.trimStart().length;
  const fromLine = chunk.fromLine + countNewlines(chunk.text.slice(0, start));
  const end = chunk.start + start + text.length;
  return { ...chunk, text, start: chunk.start + start, end, fromLine, toLine: fromLine + countNewlines(text) };
}

/** The end of a block of code is with the pieces before it. */
function withoutFirstLine(chunk: TextChunk): TextChunk {
  const end = chunk.text.indexOf('\n');
  return partOf(chunk, end === -1 ? chunk.text.length : end, chunk.text.length);
}

interface Context {
  readonly before: string;
  readonly behind: string;
}

function contextOf({ start, end }: TextChunk, blocks: MarkdownBlocks): Context {
  const block = blocks.at(start);
  const last = blocks.at(end);
  const behind = last?.kind === 'code' && end > last.bodyStart ? `\n${last.tail}` : '';
  if (block === undefined) return { before: '', behind };
  const [first = ''] = block.head.split('\n');
  const head = start >= block.bodyStart ? block.head : first;
  return { before: `${head}\n`, behind };
}

function* completed(chunk: TextChunk, { chunkSize }: ChunkLimits, blocks: MarkdownBlocks): Generator<TextChunk> {
  const { before, behind } = contextOf(chunk, blocks);
  const room = chunkSize - before.length - behind.length;
  const isLittle = room >= chunkSize / 2;
  const parts = isLittle && chunk.text.length > room ? linesWithin(chunk, room) : [chunk];
  for (const part of parts) {
    const own = contextOf(part, blocks);
    const text = own.before + part.text + own.behind;
    yield isLittle && text.length <= chunkSize ? { ...part, text } : part;
  }
}

/** Cuts a chunk between lines into parts of about the same length. */
function linesWithin(chunk: TextChunk, room: number): TextChunk[] {
  const { text } = chunk;
  const wanted = text.length / Math.ceil(text.length / room);
  const parts: TextChunk[] = [];
  let from = 0;
  while (text.length - from > room) {
    const near = text.lastIndexOf('\n', from + Math.min(room, Math.ceil(wanted)));
    const next = near > from ? near : text.lastIndexOf('\n', from + room);
    const at = next > from ? next : text.indexOf('\n', from + room);
    if (at === -1) break;
    parts.push(partOf(chunk, from, at));
    from = at + 1;
  }
  return [...parts, partOf(chunk, from, text.length)].filter((part) => part.text !== '');
}
