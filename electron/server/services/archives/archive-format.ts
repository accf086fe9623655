import { z } from 'zod';
import { NeededSecretSchema } from '../../../../shared/api/archives.ts';
import { StorePartSchema } from '../../../../shared/api/document-store-parts.ts';
import { FailedFileSchema } from '../../../../shared/api/runs.ts';
import { OperationalError } from '../../../../shared/errors/errors.ts';

/**
 * An archive is a ZIP file with these parts; docs/archives.md describes them for other programs. The manifest comes last and names the others with size and
 * hash, so an archive can be written without knowing its size before.
 */
export const PARTS = {
  manifest: 'manifest.json',
  flow: 'flow.json',
  chunks: 'chunks.jsonl',
  vectors: 'vectors.f32',
  records: 'records.jsonl',
  store: 'store.json',
  originals: 'originals.jsonl',
} as const;

/** The parts that each kind has beside the manifest, those that it may have, and the part that names its files. */
export const LAYOUTS = {
  chatflow: {
    parts: [PARTS.flow, PARTS.chunks, PARTS.vectors, PARTS.records],
    // Flows that store no originals, and older archives, have none.
    optional: [PARTS.originals],
    filesIn: PARTS.originals,
  },
  store: { parts: [PARTS.store, PARTS.chunks, PARTS.vectors], optional: [], filesIn: PARTS.store },
} as const satisfies Record<string, { parts: readonly string[]; optional: readonly string[]; filesIn: string }>;
export type ArchiveKind = keyof typeof LAYOUTS;

const FILE = /^files\/\d+$/;
/** A stored file of a loader, or an original. Its name is in `store.json` or `originals.jsonl`. */
export const filePart = (no: number): string => `files/${no}`;
export const isFilePart = (name: string): boolean => FILE.test(name);
/** With the manifest: a line of some 130 bytes for each. */
export const MOST_PARTS = 100_000;

/** More loaders there are in no store; each is looked at before anything is written. */
const MOST_LOADERS = 1000;

/** Longer vectors there are not; it bounds what is read at a time. */
const MOST_DIMENSIONS = 65_536;

/** Hash of a text, as chunks and vectors are known by. */
export const CONTENT_HASH_BYTES = 16;

const VERSION = 1;
const FORMAT = 'tributary-archive';

export const ManifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  app: z.string(),
  createdDate: z.iso.datetime(),
  name: z.string().min(1),
  /** Null: there are no chunks. */
  model: z.object({ id: z.string().min(1), dimensions: z.int().positive().max(MOST_DIMENSIONS) }).nullable(),
  chunks: z.int().nonnegative(),
  /** By name. */
  parts: z.record(z.string(), z.object({ sizeBytes: z.int().nonnegative(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof ManifestSchema>;

/** A line of `chunks.jsonl`; the vector of the n-th chunk is the n-th of `vectors.f32`, float32 in little-endian order. */
export const ChunkLineSchema = z.object({
  id: z.string().min(1),
  no: z.int(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** A line of `records.jsonl`: which chunk came of which source, so that an upsert of the same source changes nothing. */
export const RecordLineSchema = z.object({
  source: z.string(),
  key: hex(16),
  metadataHash: hex(16),
  no: z.int(),
  chunk: z.string().min(1),
});

/** A line of `originals.jsonl`: a stored upload of the flow. Sources of the same content name the same part. */
export const OriginalLineSchema = z.object({
  source: z.string().min(1),
  part: z.string().regex(FILE),
  loader: z.object({ name: z.string(), params: z.record(z.string(), z.unknown()) }),
  keptDate: z.iso.datetime(),
});
export type OriginalLine = z.infer<typeof OriginalLineSchema>;

/** `store.json`: a document store without its chunks and secrets. */
export const StoreFileSchema = z.object({
  name: z.string().min(1),
  description: z.string().nullable(),
  embedding: StorePartSchema.nullable(),
  vectorStore: StorePartSchema.nullable(),
  recordManager: StorePartSchema.nullable(),
  loaders: z
    .array(
      z.object({
        name: z.string(),
        loader: StorePartSchema,
        splitter: StorePartSchema.nullable(),
        contentState: z.enum(['NEW', 'SYNC', 'STALE']),
        failedFiles: z.array(FailedFileSchema),
        files: z.array(z.object({ part: z.string().regex(FILE), name: z.string().min(1), uploaded: z.iso.datetime() })),
      }),
    )
    .max(MOST_LOADERS),
  needs: z.array(NeededSecretSchema),
});
export type StoreFile = z.infer<typeof StoreFileSchema>;

/** A line of a store's `chunks.jsonl`. Chunks are in the order of the loaders and of their numbers. */
export const StoreChunkLineSchema = z.object({
  /** Its place in `loaders`, from 0. */
  loader: z.int().nonnegative(),
  no: z.int().positive(),
  source: z.string(),
  /** Hash of source and content: 16 bytes; then 8 bytes of the hash of the metadata without position, if it is known. */
  key: z.union([hex(16), hex(24)]),
  content: z.string(),
  metadata: z.record(z.string(), z.json()),
});

export function newManifest(fields: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: VERSION, ...fields };
}

/** Rows as a part holds them. */
export function lines(rows: readonly unknown[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** A vector as a part holds it: float32, little-endian. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** What is exported has changed since the export began. */
export function changedMeanwhile(what: string, cause?: unknown): OperationalError {
  const message = `What the ${what} holds was changed meanwhile: export it again.`;
  return new OperationalError('STORE_BUSY', message, { cause });
}
