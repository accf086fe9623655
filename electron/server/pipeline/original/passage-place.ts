import { z } from 'zod';
import type { Passage } from '../../../../shared/api/originals.ts';
import type { FoundPassage } from '../../common/find-passage.ts';
import type { Metadata, SourceFile } from '../../core/document.ts';

/** A chunk whose place in its original is wanted. */
export interface PassageRequest {
  readonly file: SourceFile;
  /** The loader of files that made it, or one that reads the same way. */
  readonly loader: { readonly name: string; readonly params: Readonly<Record<string, unknown>> };
  readonly text: string;
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

/** How much of a passage was found, in words of the API. */
export function foundWord(passage: FoundPassage | undefined): Passage['found'] {
  if (passage === undefined) return 'none';
  return passage.share === 1 ? 'whole' : 'partly';
}
