import { z } from 'zod';
import { navigate } from './router.ts';

const ChunkSchema = z.object({
  text: z.string(),
  /** A sentence of it, which is to be marked. */
  part: z.object({ start: z.number(), end: z.number() }).optional(),
  metadata: z.record(z.string(), z.unknown()),
});
type Chunk = z.infer<typeof ChunkSchema>;

/** A source of a flow or document store. */
interface Source {
  readonly ownerId: string;
  readonly source: string;
}

/** Of a document store: the loader, of which several may have such a file. */
function docIdOf({ metadata: { docId } }: Chunk): string | undefined {
  return typeof docId === 'string' ? docId : undefined;
}

/** Kept as long as the tab, so that a reload shows the same. */
const STORAGE_KEY = 'tributary.shown-chunk';
const StoredSchema = z.object({ ownerId: z.string(), source: z.string(), chunk: ChunkSchema });

/** Opens the original of a chunk, with the chunk marked in it. */
export function showInOriginal({ ownerId, source }: Source, chunk: Chunk): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ownerId, source, chunk }));
  const docId = docIdOf(chunk);
  const search = { source, ...(docId === undefined ? {} : { docId }) };
  navigate({ page: 'original', ownerId, search });
}

/** The chunk that was opened last, if it is of this source. */
export function chunkToShow({
  ownerId,
  source,
  docId,
}: Source & { readonly docId: string | undefined }): Chunk | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return undefined;
  const kept = StoredSchema.safeParse(JSON.parse(text)).data;
  const isOf = kept?.ownerId === ownerId && kept.source === source && docIdOf(kept.chunk) === docId;
  return isOf ? kept.chunk : undefined;
}
