import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { type ChunkBatch, HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
import type { EditRepository, PassageEdit } from '../../storage/repositories/edit-repository.ts';
import { contentKeyAt } from './classify-batch.ts';
import type { UnreadSources } from './index-writer.ts';

/** What was changed in the metadata of a passage, key by key: all else stays as it is loaded. */
const MetadataChangeSchema = z.object({ set: z.record(z.string(), z.json()), unset: z.array(z.string()) });

type MetadataChange = z.infer<typeof MetadataChangeSchema>;

const MetadataSchema = z.record(z.string(), z.json());

/** 16 bytes of a hash: of a text, and of source and text, as the loading step computes them. */
export function identityOf(source: string, content: string): { readonly text: Buffer; readonly key: Buffer } {
  const cut = (value: string) => hash('sha256', value, 'buffer').subarray(0, HASH_BYTES);
  return { text: cut(content), key: cut(`${source}\0${content}`) };
}

/** What has to be changed in one metadata to make it the other; null: nothing. Both are JSON of objects. */
export function compareMetadata(before: string, after: string): string | null {
  const [old, wanted] = [MetadataSchema.parse(JSON.parse(before)), MetadataSchema.parse(JSON.parse(after))];
  const set = Object.entries(wanted).filter(
    ([key, value]) => !Object.hasOwn(old, key) || canonicalJson(old[key]) !== canonicalJson(value),
  );
  const unset = Object.keys(old).filter((key) => !Object.hasOwn(wanted, key));
  if (set.length + unset.length === 0) return null;
  return canonicalJson({ set: Object.fromEntries(set), unset } satisfies MetadataChange);
}

/** @param change as {@link compareMetadata} gives it @returns canonical JSON */
export function changeMetadata(metadata: string, change: string | null): string {
  if (change === null) return metadata;
  const { set, unset } = MetadataChangeSchema.parse(JSON.parse(change));
  const others = Object.entries(MetadataSchema.parse(JSON.parse(metadata))).filter(([key]) => !unset.includes(key));
  return canonicalJson({ ...Object.fromEntries(others), ...set });
}

/** Chunks whose metadata hash is that of everything: it is taken for the same by the record of one that has both halves. */
export interface WholeChunk {
  /** Value of the source id key. */
  readonly source: string;
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
  readonly chunkNo: number;
}

function writeHashes(hashes: Uint8Array, index: number, chunk: WholeChunk): void {
  const { text, key } = identityOf(chunk.source, chunk.content);
  const everything = hash('sha256', chunk.metadata, 'buffer').subarray(0, HASH_BYTES);
  hashes.set(Buffer.concat([text, key, everything]), index * HASHES_PER_CHUNK * HASH_BYTES);
}

/** Chunks as a loader would give them. */
export function batchOfChunks(chunks: readonly WholeChunk[]): ChunkBatch {
  const hashes = new Uint8Array(chunks.length * HASHES_PER_CHUNK * HASH_BYTES);
  for (const [index, chunk] of chunks.entries()) writeHashes(hashes, index, chunk);
  return {
    contents: chunks.map(({ content }) => content),
    metadata: chunks.map(({ metadata }) => metadata),
    sources: chunks.map(({ source }) => source),
    chunkNos: chunks.map(({ chunkNo }) => chunkNo),
    hashes,
    progress: { unit: 'documents', done: 0, total: undefined },
  };
}

/** A batch with edits in the place of passages; those that are deleted are left out. */
function withEdits(batch: ChunkBatch, edits: ReadonlyMap<number, PassageEdit>): ChunkBatch {
  const left = [...batch.contents.keys()].filter((index) => edits.get(index)?.content !== null);
  const size = HASHES_PER_CHUNK * HASH_BYTES;
  const hashes = new Uint8Array(left.length * size);
  const columns = { contents: [...batch.contents], metadata: [...batch.metadata] };
  for (const [position, index] of left.entries()) {
    hashes.set(batch.hashes.subarray(index * size, (index + 1) * size), position * size);
    const edit = edits.get(index);
    if (edit === undefined || edit.content === null) continue;
    const { text, key } = identityOf(batch.sources[index] ?? '', edit.content);
    hashes.set(Buffer.concat([text, key]), position * size);
    columns.contents[index] = edit.content;
    if (edit.metadata === null) continue;
    const metadata = changeMetadata(batch.metadata[index] ?? '{}', edit.metadata);
    columns.metadata[index] = metadata;
    hashes.set(hash('sha256', metadata, 'buffer').subarray(0, HASH_BYTES), position * size + 2 * HASH_BYTES);
  }
  const pick = <T>(column: readonly T[], rest: T): T[] => left.map((index) => column[index] ?? rest);
  return {
    ...batch,
    contents: pick(columns.contents, ''),
    metadata: pick(columns.metadata, '{}'),
    sources: pick(batch.sources, ''),
    chunkNos: pick(batch.chunkNos, 0),
    hashes,
  };
}

/** The edits of what one chatflow or loader loads, for one load. */
export interface LoadEdits {
  /** Passes on the batches of the load, with the edits applied. */
  watch(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch>;
  /** After the load: says which edits met no passage in sources that were read whole, so that people can decide. */
  settle(unread: UnreadSources): void;
}

/** @param partId the chatflow, or the loader of a document store */
export function openEdits(edits: EditRepository, partId: string): LoadEdits {
  const known = new Map(edits.ofPart(partId).map((edit) => [edit.passageKey.toString('latin1'), edit]));
  const seen = new Set<string>();
  const met = new Set<number>();

  function apply(batch: ChunkBatch): ChunkBatch {
    const found = new Map<number, PassageEdit>();
    for (const index of batch.contents.keys()) {
      seen.add(batch.sources[index] ?? '');
      const edit = known.get(contentKeyAt(batch, index).toString('latin1'));
      if (edit === undefined) continue;
      met.add(edit.id);
      found.set(index, edit);
    }
    return found.size === 0 ? batch : withEdits(batch, found);
  }

  return {
    async *watch(batches) {
      for await (const batch of batches) yield known.size === 0 ? batch : apply(batch);
    },
    settle({ sources }) {
      const mine = [...known.values()];
      const isRead = ({ source }: PassageEdit) => seen.has(source) && !sources.has(source);
      const unmet = mine.filter((edit) => !edit.isUnmet && !met.has(edit.id) && isRead(edit));
      const found = mine.filter((edit) => edit.isUnmet && met.has(edit.id));
      if (unmet.length > 0)
        edits.mark(
          unmet.map(({ id }) => id),
          true,
        );
      if (found.length > 0)
        edits.mark(
          found.map(({ id }) => id),
          false,
        );
    },
  };
}
