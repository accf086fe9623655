import { z } from 'zod';
import type { Passage } from '../../../../shared/api/originals.ts';
import { openText, type TextRange } from '../../common/find-passage.ts';
import type { Metadata, SourceFile } from '../../core/document.ts';

/** A chunk whose place in its original is wanted. */
export interface PassageRequest {
  readonly file: SourceFile;
  /** The loader of files that made it, or one that reads the same way. */
  readonly loader: { readonly name: string; readonly params: Readonly<Record<string, unknown>> };
  readonly text: string;
  /** What of the text is to be marked, in UTF-16 units; undefined: all of it. */
  readonly part?: { readonly start: number; readonly end: number } | undefined;
  readonly metadata: Metadata;
}

const RangeSchema = z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() });
const LocSchema = z.object({
  pageNumber: z.int().positive().optional().catch(undefined),
  offset: RangeSchema.optional().catch(undefined),
});

/** What a chunk's metadata says of its place; people may have changed it. */
export function locOf({ loc }: Metadata): z.infer<typeof LocSchema> {
  return LocSchema.safeParse(loc).data ?? {};
}

/** What is to be marked in a text, and what of it was found, in words of the API. */
export interface FoundPlace extends Pick<Passage, 'found' | 'isChanged'> {
  readonly ranges: readonly TextRange[];
  /** Of the chunk's letters how many are there, 0 to 1. */
  readonly share: number;
}

/** Of a chunk that is not there; without a text, nothing was wanted. */
export function nowhere({ text }: PassageRequest): FoundPlace {
  return { found: 'none', isChanged: text.trim() !== '', ranges: [], share: 0 };
}

type Find = ReturnType<typeof openText>;

/** Whether a text has all lines of a chunk: splitters repeat some in it, as headings and the names of columns. */
function hasLines(find: Find, chunk: string): boolean {
  return chunk.split('\n').every((line) => !/[\p{L}\p{N}]/u.test(line) || find(line)?.isWhole === true);
}

/**
 * Finds a chunk in the text that it was made from, or the part of it that is wanted. A part that is not there as it stands in the chunk is `around`: the chunk
 * is what is marked. Where the chunk is not, no part of it is looked for: the text is of something else.
 * @param near where the chunk is expected
 */
export function findPlace(text: string, request: PassageRequest, near: number | undefined): FoundPlace {
  const { text: chunk, part } = request;
  const find = openText(text);
  const whole = find(chunk, near);
  if (whole === undefined) return nowhere(request);
  const { ranges, share } = whole;
  const isChanged = !whole.isWhole && !hasLines(find, chunk);
  if (part === undefined) return { found: isChanged ? 'partly' : 'whole', isChanged, ranges, share };
  const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? 0];
  const own = openText(text.slice(from, to))(chunk.slice(part.start, part.end), part.start);
  if (own?.isWhole !== true) return { found: 'around', isChanged, ranges, share };
  const within = own.ranges.map((range) => ({ from: from + range.from, to: from + range.to }));
  return { found: 'whole', isChanged, ranges: within, share };
}
