import { z } from 'zod';
import type { Passage } from '../../../../shared/api/originals.ts';
import { findPassage, type TextRange } from '../../common/find-passage.ts';
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
interface FoundPlace {
  readonly found: Passage['found'];
  readonly ranges: readonly TextRange[];
}

/**
 * Finds a chunk in the text that it was made from, or the part of it that is wanted. A part that is not there as it stands in the chunk is `around`: the chunk
 * is what is marked.
 * @param near where the chunk is expected
 */
export function findPlace(text: string, { text: chunk, part }: PassageRequest, near: number | undefined): FoundPlace {
  const whole = findPassage(text, chunk, near);
  const ranges = whole?.ranges ?? [];
  if (part === undefined) {
    return { found: whole === undefined ? 'none' : whole.share === 1 ? 'whole' : 'partly', ranges };
  }
  const [from, to] = [ranges[0]?.from ?? 0, ranges.at(-1)?.to ?? text.length];
  const own = findPassage(text, chunk.slice(part.start, part.end), (ranges[0]?.from ?? near ?? 0) + part.start);
  const [first] = own?.ranges ?? [];
  if (own?.share === 1 && first !== undefined && first.from >= from && first.from < to) {
    return { found: 'whole', ranges: own.ranges };
  }
  return { found: whole === undefined ? 'none' : 'around', ranges };
}
