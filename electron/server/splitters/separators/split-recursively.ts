import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { type ChunkRange, streamChunks } from '../stream/stream-chunks.ts';
import { FILL_UNITS, openTextBuffer, type TextBuffer } from '../stream/text-buffer.ts';
import { boundariesOf, CLUSTER_CONTEXT_UNITS } from './boundaries.ts';
import { type ChunkLimits, mergeSplits } from './merge-splits.ts';

/** How far to search for a separator, in UTF-16 units (at most 32 MB of memory). */
export const LOOK_AHEAD = 16 * 1024 * 1024;

export interface RecursiveSplitOptions extends ChunkLimits {
  /** Tried in order; the empty separator cuts anywhere. */
  readonly separators: readonly string[];
  /** {@link LOOK_AHEAD} unless given. */
  readonly lookAhead?: number;
  /** UTF-16 units to read at a time; {@link FILL_UNITS} unless given. */
  readonly fillUnits?: number;
}

interface ChosenSeparator {
  readonly separator: string;
  /** Cuts the splits that are too long; undefined: they stay whole. */
  readonly rest: readonly string[] | undefined;
}

/**
 * Cuts text as LangChain's RecursiveCharacterTextSplitter does (the same chunks and lines), but as a stream: memory holds a chunk and the text up to
 * the next separator, for input of any length. LangChain's own code awaits for every word and needs the whole text; this is its merge on offsets. It
 * differs on purpose in three points: blank chunks are left out, a grapheme cluster is never cut, and lines come from true offsets, where LangChain
 * searches for the text.
 *
 * A separator is searched for within {@link LOOK_AHEAD} units. One that does not occur in the first LOOK_AHEAD units counts as absent; a longer gap
 * between two occurrences is cut there, at the last of the lower separators.
 */
export async function* splitRecursively(input: TextInput, options: RecursiveSplitOptions): AsyncGenerator<TextChunk> {
  const lookAhead = options.lookAhead ?? LOOK_AHEAD;
  const longest = Math.max(1, ...options.separators.map((separator) => separator.length));
  const buffer = openTextBuffer(input, options.fillUnits ?? FILL_UNITS);
  const window = { start: 0, end: 0 };
  try {
    const chosen = await chooseForStream(buffer, options.separators, lookAhead + longest);
    yield* streamChunks(buffer, (text, isWhole, emit) => {
      mergeSplits(
        {
          text,
          boundaries: boundariesOf(text, chosen.separator, options.chunkSize),
          isWhole,
          limits: options,
          margin: Math.max(longest, CLUSTER_CONTEXT_UNITS),
          lookAhead,
          cutLongSplit: (start) => placeToCut(text, start, start + lookAhead - longest, chosen.rest ?? []),
          emit: (start, end) => emit({ start, end, keepsSpace: false }),
          emitLongSplit: (start, end) => splitLongSplit({ text, start, end }, chosen.rest, options, emit),
        },
        window,
      );
      // What is before a chunk decides whether its first characters belong together.
      const done = Math.max(0, window.start - CLUSTER_CONTEXT_UNITS);
      window.start -= done;
      window.end -= done;
      return done;
    });
  } finally {
    await buffer.close();
  }
}

/** LangChain's choice: the first separator that occurs; if none does, the last one, with no lower ones. */
function chooseSeparator(separators: readonly string[], occurs: (separator: string) => boolean): ChosenSeparator {
  for (const [index, separator] of separators.entries()) {
    if (separator === '') return { separator, rest: undefined };
    if (occurs(separator)) return { separator, rest: separators.slice(index + 1) };
  }
  return { separator: separators.at(-1) ?? '', rest: undefined };
}

/** Chooses by the first `span` units of the text, in pieces of any size. */
async function chooseForStream(
  buffer: TextBuffer,
  separators: readonly string[],
  span: number,
): Promise<ChosenSeparator> {
  const first = separators[0] ?? '';
  while (!buffer.isWhole && buffer.text.length < span && !(first !== '' && buffer.text.includes(first))) {
    await buffer.fill(0);
  }
  const head = buffer.text.slice(0, span);
  return chooseSeparator(separators, (separator) => head.includes(separator));
}

/** The last position up to `limit` of the first of these separators that occurs; if none does, the limit. */
function placeToCut(text: string, start: number, limit: number, separators: readonly string[]): number {
  const stretch = text.slice(start, limit);
  for (const separator of separators) {
    const at = separator === '' ? -1 : stretch.lastIndexOf(separator);
    if (at > 0) return start + at;
  }
  return limit;
}

/** A split without further separators is a chunk as it is: LangChain keeps its white space. */
function splitLongSplit(
  split: { readonly text: string; readonly start: number; readonly end: number },
  separators: readonly string[] | undefined,
  limits: ChunkLimits,
  emit: (range: ChunkRange) => void,
): void {
  const { start, end } = split;
  if (separators === undefined) {
    emit({ start, end, keepsSpace: true });
    return;
  }
  const text = split.text.slice(start, end);
  const { separator, rest } = chooseSeparator(separators, (candidate) => text.includes(candidate));
  const emitInner = (range: ChunkRange): void =>
    emit({ start: start + range.start, end: start + range.end, keepsSpace: range.keepsSpace });
  mergeSplits(
    {
      text,
      boundaries: boundariesOf(text, separator, limits.chunkSize),
      isWhole: true,
      limits,
      margin: separator.length,
      lookAhead: Number.POSITIVE_INFINITY,
      cutLongSplit: () => text.length,
      emit: (from, to) => emitInner({ start: from, end: to, keepsSpace: false }),
      emitLongSplit: (from, to) => splitLongSplit({ text, start: from, end: to }, rest, limits, emitInner),
    },
    { start: 0, end: 0 },
  );
}
