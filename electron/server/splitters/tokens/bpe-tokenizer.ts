import type { TokenEncoding } from '../../../../shared/nodes/textsplitters/token-text-splitter.ts';

/** Finds the tokens of OpenAI's encodings in a text. Text that looks like a special token (`<|endoftext|>`) is plain text. */
export interface BpeTokenizer {
  /**
   * Where each token ends, in UTF-16 units; {@link INSIDE_CHARACTER} for a token that ends between the bytes of a character.
   */
  findTokens(text: string): number[];
  countTokens(text: string): number;
}

export const INSIDE_CHARACTER = -1;

/** The data of an encoding in js-tiktoken. */
interface EncodingRanks {
  /** Splits a text into the pieces that are encoded separately. */
  readonly pat_str: string;
  /** Lines of `! <first rank> <base64> <base64> …`. */
  readonly bpe_ranks: string;
}

const RANKS: Readonly<Record<TokenEncoding, () => Promise<{ readonly default: EncodingRanks }>>> = {
  gpt2: () => import('js-tiktoken/ranks/gpt2'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  p50k_edit: () => import('js-tiktoken/ranks/p50k_edit'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
};

/** A cache of recently encoded words: a few thousand words make up most of a text. About 10 MB. */
const CACHED_PIECES = 50_000;
const MAX_CACHED_UNITS = 64;

const opened = new Map<TokenEncoding, Promise<BpeTokenizer>>();

/** Opens an encoding: reads 0.5 to 2.5 MB and takes 20 to 60 MB of memory, once. */
export function openBpeTokenizer(encoding: TokenEncoding): Promise<BpeTokenizer> {
  const known = opened.get(encoding);
  if (known !== undefined) return known;
  const tokenizer = RANKS[encoding]().then((ranks) => createTokenizer(ranks.default));
  opened.set(encoding, tokenizer);
  return tokenizer;
}

/** Rank by token, one UTF-16 unit per byte. */
function readRanks(lines: string): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const line of lines.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    if (first === undefined) continue;
    for (const [index, token] of tokens.entries()) {
      ranks.set(Buffer.from(token, 'base64').toString('latin1'), Number(first) + index);
    }
  }
  return ranks;
}

// Why no library: 200,000 times "a" take 6.9 s, with gpt-tokenizer more than 60 s.
/** A linked list of the parts of a piece, and a heap of the pairs that could be joined. */
interface Merge {
  readonly rank: number;
  readonly left: number;
  /** The end of the right part when the pair was found: if it has changed, the pair no longer exists. */
  readonly end: number;
}

/**
 * Byte-pair encoding: starting from single bytes, it joins the neighbours whose union has the lowest rank (the leftmost of equals) until no union has
 * a rank. It takes O(n log n) in the piece's length, where a plain search takes O(n²) or more.
 *
 * @param bytes one UTF-16 unit per byte
 * @returns where each token ends
 */
function mergeBytePairs(bytes: string, rankOf: (bytes: string) => number | undefined): Int32Array {
  const length = bytes.length;
  /** By the start of a part: its end, and the start of the previous part. Joined parts have end 0. */
  const ends = Int32Array.from({ length }, (_, index) => index + 1);
  const before = Int32Array.from({ length }, (_, index) => index - 1);
  const heap = createHeap();
  const offer = (left: number): void => {
    const middle = ends[left] ?? length;
    if (left < 0 || middle >= length) return;
    const end = ends[middle] ?? length;
    const rank = rankOf(bytes.slice(left, end));
    if (rank !== undefined) heap.push({ rank, left, end });
  };
  for (let left = 0; left + 1 < length; left++) offer(left);
  for (let merge = heap.pop(); merge !== undefined; merge = heap.pop()) {
    const { left, end } = merge;
    const middle = ends[left] ?? 0;
    if (middle === 0 || middle >= length || ends[middle] !== end) continue;
    ends[left] = end;
    ends[middle] = 0;
    if (end < length) before[end] = left;
    offer(left);
    if (left > 0) offer(before[left] ?? 0);
  }
  const found: number[] = [];
  for (let at = 0; at < length; at = ends[at] ?? length) found.push(ends[at] ?? length);
  return Int32Array.from(found);
}

function isBefore(a: Merge, b: Merge): boolean {
  return a.rank < b.rank || (a.rank === b.rank && a.left < b.left);
}

/** The smallest first. */
function createHeap() {
  const items: Merge[] = [];
  function swap(a: number, b: number): void {
    const [first, second] = [items[a], items[b]];
    if (first === undefined || second === undefined) return;
    items[a] = second;
    items[b] = first;
  }
  function comesFirst(a: number, b: number): boolean {
    const [first, second] = [items[a], items[b]];
    return first !== undefined && second !== undefined && isBefore(first, second);
  }
  return {
    push(item: Merge): void {
      items.push(item);
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!comesFirst(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): Merge | undefined {
      const top = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return top;
      items[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        const child = comesFirst(left + 1, left) ? left + 1 : left;
        if (!comesFirst(child, at)) return top;
        swap(child, at);
        at = child;
      }
    },
  };
}

function createTokenizer({ pat_str, bpe_ranks }: EncodingRanks): BpeTokenizer {
  const ranks = readRanks(bpe_ranks);
  const longest = Array.from(ranks.keys()).reduce((length, token) => Math.max(length, token.length), 0);
  const pieces = new RegExp(pat_str, 'gu');
  const rankOf = (bytes: string): number | undefined => (bytes.length <= longest ? ranks.get(bytes) : undefined);
  let cache = new Map<string, readonly number[]>();

  /** The ends of a piece's tokens, relative to the piece. */
  function encodePiece(piece: string): readonly number[] {
    const known = cache.get(piece);
    if (known !== undefined) return known;
    const bytes = bytesOf(piece);
    const byteEnds = rankOf(bytes) === undefined ? mergeBytePairs(bytes, rankOf) : Int32Array.of(bytes.length);
    const ends = bytes.length === piece.length ? Array.from(byteEnds) : toUnits(piece, byteEnds);
    if (piece.length <= MAX_CACHED_UNITS) {
      if (cache.size >= CACHED_PIECES) cache = new Map();
      cache.set(piece, ends);
    }
    return ends;
  }

  return {
    findTokens(text) {
      const found: number[] = [];
      for (const { 0: piece, index } of text.matchAll(pieces)) {
        for (const end of encodePiece(piece)) found.push(end === INSIDE_CHARACTER ? end : index + end);
      }
      return found;
    },
    countTokens(text) {
      let count = 0;
      for (const [piece] of text.matchAll(pieces)) count += encodePiece(piece).length;
      return count;
    },
  };
}

const NOT_ASCII = /[^\0-\x7f]/;

/** UTF-8, one UTF-16 unit per byte; the same length as the text if it is ASCII. */
function bytesOf(piece: string): string {
  return NOT_ASCII.test(piece) ? Buffer.from(piece, 'utf8').toString('latin1') : piece;
}

/** Maps positions in UTF-8 to positions in UTF-16. */
function toUnits(piece: string, byteEnds: Int32Array): number[] {
  const ends: number[] = [];
  let next = 0;
  let bytes = 0;
  let units = 0;
  for (const character of piece) {
    bytes += bytesIn(character.codePointAt(0) ?? 0);
    units += character.length;
    for (let end = byteEnds[next]; end !== undefined && end <= bytes; end = byteEnds[next]) {
      ends.push(end === bytes ? units : INSIDE_CHARACTER);
      next += 1;
    }
  }
  return ends;
}

/** A lone surrogate is written as U+FFFD, which has the same number of bytes. */
function bytesIn(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
