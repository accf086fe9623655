import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import type { ChunkLimits } from '../separators/merge-splits.ts';
import { countNewlines } from '../stream/line-counter.ts';
import { MarkdownBlocks } from './markdown-blocks.ts';

type Split = (text: TextInput) => AsyncIterable<TextChunk>;

/** What is known of the text so far. */
interface Source {
  readonly text: { slice(from: number, to: number): string };
  readonly blocks: MarkdownBlocks;
}

/** A chunk that reads as its place in the text, and what is repeated around it. */
interface Piece {
  readonly chunk: TextChunk;
  readonly before: string;
  readonly behind: string;
}

/** Chunks of headings alone are held back until what they stand over comes. */
const HEADINGS = /^#{1,6}[ \t]\S[^\n]*(?:\s*\n#{1,6}[ \t]\S[^\n]*)*$/;

/** This much is collected before it is forgotten, so that the text is seldom copied. */
const FORGET_UNITS = 64 * 1024;

/** The last part of a text that comes in pieces, by offsets in the whole text. */
class RecentText {
  #text = '';
  #start = 0;

  add(piece: string): void {
    this.#text += piece;
  }

  slice(from: number, to: number): string {
    return this.#text.slice(from - this.#start, to - this.#start);
  }

  /** Forgets what is before a position. */
  forget(position: number): void {
    if (position - this.#start < FORGET_UNITS) return;
    this.#text = this.#text.slice(position - this.#start);
    this.#start = position;
  }
}

/**
 * Gives the chunks of a splitter what they need to be understood alone: a piece of a table gets the names of its columns, a piece of a block of code its
 * fences, and a heading the text below it. Chunks that this makes too long are cut once more. What is repeated is no part of their positions.
 */
export async function* keepContext(input: TextInput, limits: ChunkLimits, split: Split): AsyncGenerator<TextChunk> {
  const blocks = new MarkdownBlocks();
  const recent = new RecentText();
  const isText = typeof input === 'string';
  const joined = createContextJoiner(limits, { text: isText ? input : recent, blocks }, recent);
  const readAhead = isText ? aheadReader(input, blocks) : undefined;
  let waiting: TextChunk[] = [];
  for await (const chunk of split(isText ? input : watchedPieces(input, recent, blocks))) {
    readAhead?.(chunk.end);
    waiting.push(chunk);
    // Held back until more text can't change what their lines are.
    if (!blocks.isDecided(chunk.end)) continue;
    for (const one of waiting) for (const piece of joined.take(one)) yield written(piece);
    waiting = [];
  }
  for (const one of waiting) for (const piece of joined.take(one)) yield written(piece);
  for (const piece of joined.end()) yield written(piece);
}

/** Takes the chunks one by one, and gives the pieces that no later chunk can change. Of each chunk it must be decided what its lines are. */
function createContextJoiner(limits: ChunkLimits, source: Source, recent: RecentText) {
  const { blocks } = source;
  const headings = createHeadingJoiner(limits, source);
  let pending: Piece[] = [];

  function add(group: readonly TextChunk[]): readonly Piece[] {
    const from = group[0]?.start ?? 0;
    // Where chunks overlap, a part may be a later one's, too, which starts before it.
    pending = pending.filter(({ chunk }) => chunk.start <= from);
    const done = pending.splice(0, pending.length - 1);
    for (const chunk of group)
      for (const piece of piecesOf(chunk, limits, blocks)) addPiece(pending, piece, limits, source);
    const needed = Math.min(from, pending[0]?.chunk.start ?? from);
    blocks.forget(needed);
    recent.forget(needed);
    return done;
  }

  return {
    take: (chunk: TextChunk): readonly Piece[] => headings.take(chunk).flatMap(add),
    end: (): readonly Piece[] => [...headings.end().flatMap(add), ...pending],
  };
}

function written({ chunk, before, behind }: Piece): TextChunk {
  return before === '' && behind === '' ? chunk : { ...chunk, text: before + chunk.text + behind };
}

/** How far behind a chunk a text is looked at, which is more than decides what a line is. */
const AHEAD = 64 * 1024;

/** Looks at a whole text as its chunks come, so that few of its blocks are known at a time. */
function aheadReader(text: string, blocks: MarkdownBlocks): (end: number) => void {
  let at = 0;
  return (end) => {
    const to = Math.min(text.length, end + AHEAD);
    if (at >= to) return;
    blocks.read(text.slice(at, to));
    if (to === text.length) blocks.end();
    at = to;
  };
}

async function* watchedPieces(
  pieces: AsyncIterable<string>,
  recent: RecentText,
  blocks: MarkdownBlocks,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    recent.add(piece);
    blocks.read(piece);
    yield piece;
  }
  blocks.end();
}

/** Gives the chunks one by one; what a heading was joined to may be two. */
function createHeadingJoiner({ chunkSize }: ChunkLimits, { text, blocks }: Source) {
  let held: TextChunk | undefined;
  return {
    take(chunk: TextChunk): readonly (readonly TextChunk[])[] {
      const groups: (readonly TextChunk[])[] = [];
      const over = held !== undefined && isOver(held, chunk, text) ? held : undefined;
      if (held !== undefined && over === undefined && chunk.start > held.start) groups.push([held]);
      held = undefined;
      const whole = over === undefined ? chunk : join(over, chunk, text);
      const isShort = whole.text.length <= chunkSize;
      if (isShort && HEADINGS.test(whole.text) && blocks.at(whole.start)?.kind !== 'code') held = whole;
      else if (over === undefined || isShort) groups.push([whole]);
      else groups.push(inTwo(whole, chunk.start - over.start, chunkSize) ?? [over, chunk]);
      return groups;
    },
    end: (): readonly (readonly TextChunk[])[] => (held === undefined ? [] : [[held]]),
  };
}

/** Whether a chunk is the text below a heading; not in its line or another section, and not what has the heading in its overlap. */
function isOver(heading: TextChunk, { start, metadata }: TextChunk, text: Source['text']): boolean {
  if (!text.slice(heading.end, start).includes('\n')) return false;
  const above = Object.entries(heading.metadata?.headers ?? {});
  const own = new Map(Object.entries(metadata?.headers ?? {}));
  return above.every(([level, title]) => own.get(level) === title);
}

function join({ start, fromLine }: TextChunk, chunk: TextChunk, text: Source['text']): TextChunk {
  return { ...chunk, text: text.slice(start, chunk.end), start, fromLine };
}

/** Cuts a chunk near its middle, behind its heading; undefined where no cut makes both parts short enough. */
function inTwo(chunk: TextChunk, headingUnits: number, chunkSize: number): TextChunk[] | undefined {
  const { text } = chunk;
  const middle = Math.floor(headingUnits + (text.length - headingUnits) / 2);
  for (const separator of ['\n\n', '\n', ' ']) {
    for (const at of [text.lastIndexOf(separator, Math.min(middle, chunkSize)), text.indexOf(separator, middle)]) {
      if (at <= headingUnits) continue;
      const parts = [partOf(chunk, 0, at), partOf(chunk, at, text.length)];
      if (parts.every((part) => part.text.length <= chunkSize)) return parts;
    }
  }
  return undefined;
}

function partOf(chunk: TextChunk, from: number, to: number): TextChunk {
  const part = chunk.text.slice(from, to);
  const text = part.trim();
  const start = from + part.length - part.trimStart().length;
  const fromLine = chunk.fromLine + countNewlines(chunk.text.slice(0, start));
  const end = chunk.start + start + text.length;
  return { ...chunk, text, start: chunk.start + start, end, fromLine, toLine: fromLine + countNewlines(text) };
}

/** Adds a piece to those before it. The end of a block of code goes to the piece of the block where it fits: alone it would begin one. */
function addPiece(pieces: Piece[], piece: Piece, { chunkSize }: ChunkLimits, { text, blocks }: Source): void {
  const { chunk } = piece;
  const [fence = ''] = chunk.text.split('\n', 1);
  const last = pieces.at(-1);
  // Where chunks overlap, a part may be within the one before.
  if (last !== undefined && chunk.end < last.chunk.end) return;
  if (last === undefined || !FENCE_END.test(fence) || !blocks.isFenceEnd(chunk.start)) {
    pieces.push(piece);
    return;
  }
  const end = chunk.start + fence.trimEnd().length;
  const closed = { ...last.chunk, text: text.slice(last.chunk.start, end), end, toLine: chunk.fromLine };
  if (last.chunk.end < end) {
    if (last.behind === '' || last.before.length + closed.text.length > chunkSize) {
      pieces.push(piece);
      return;
    }
    pieces.splice(-1, 1, { chunk: closed, before: last.before, behind: '' });
  }
  const rest = partOf(chunk, fence.length, chunk.text.length);
  if (rest.text !== '') pieces.push({ ...piece, chunk: rest });
}

const FENCE_END = /^(?:`{3,}|~{3,})\s*$/;

function contextOf({ start, end }: TextChunk, blocks: MarkdownBlocks): Omit<Piece, 'chunk'> {
  const block = blocks.at(start);
  const last = blocks.at(end);
  const behind = last?.kind === 'code' && end > last.bodyStart ? `\n${last.tail}` : '';
  if (block === undefined) return { before: '', behind };
  const [first = ''] = block.head.split('\n');
  const head = start >= block.bodyStart ? block.head : first;
  return { before: `${head}\n`, behind };
}

function piecesOf(chunk: TextChunk, { chunkSize }: ChunkLimits, blocks: MarkdownBlocks): Piece[] {
  const { before, behind } = contextOf(chunk, blocks);
  if (before === '' && behind === '') return [{ chunk, before, behind }];
  const room = chunkSize - before.length - behind.length;
  const isLittle = room >= chunkSize / 2;
  const isCut = room < chunkSize && isLittle && chunk.text.length > room;
  return (isCut ? linesWithin(chunk, room) : [chunk]).map((part) => {
    const own = contextOf(part, blocks);
    const isRoom = isLittle && own.before.length + part.text.length + own.behind.length <= chunkSize;
    return isRoom ? { chunk: part, ...own } : { chunk: part, before: '', behind: '' };
  });
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
