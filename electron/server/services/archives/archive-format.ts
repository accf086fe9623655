import { z } from 'zod';

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
} as const;

const VERSION = 1;
const FORMAT = 'tributary-archive';

export const ManifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  app: z.string(),
  createdDate: z.iso.datetime(),
  name: z.string().min(1),
  /** Null: there are no chunks. */
  model: z.object({ id: z.string().min(1), dimensions: z.int().positive() }).nullable(),
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

export function newManifest(fields: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format: FORMAT, version: VERSION, ...fields };
}
