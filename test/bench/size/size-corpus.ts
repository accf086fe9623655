import type { MetadataFilter, TransactionalStore } from '../../../electron/server/core/vector-store.ts';
import type { Database } from '../../../electron/server/storage/database.ts';
import { makeEnglishText } from '../../helpers/builders/english-text.ts';
import { createRandom, storeChunks } from '../../helpers/builders/vector-corpus.ts';

export const SIZE_MODEL = { id: 'bench-model', dimensions: 384 };
const CENTRES = 1000;
/** Length of the noise beside a centre of length 1: the nearest neighbours have a cosine of about .7, as passages of one subject do. */
const NOISE = 0.7;
const BATCH = 256;
const CHUNK_CHARS = 1000;
const TEXT_BYTES = 20_000_000;
/** Apart enough that no two chunks begin alike. */
const TEXT_STRIDE = 197;
/** A filter on one source keeps a thousandth of the chunks, one on `even` keeps half. */
const SOURCES = 1000;

export const FILTERS = {
  thousandth: (no: number): MetadataFilter => ({ source: `file-${no % SOURCES}.txt` }),
  half: (no: number): MetadataFilter => ({ even: no % 2 === 0 }),
} as const;

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function around(centre: Float32Array, random: () => number): Float32Array {
  // Numbers in [-1, 1) have a variance of a third.
  const scale = NOISE / Math.sqrt(SIZE_MODEL.dimensions / 3);
  return unit(centre.map((value) => value + random() * scale));
}

/** Vectors in clusters, texts and questions that depend on the seed only. */
export function createSizeCorpus() {
  const random = createRandom(17);
  const centres = Array.from({ length: CENTRES }, () =>
    unit(Float32Array.from({ length: SIZE_MODEL.dimensions }, random)),
  );
  const text = makeEnglishText(TEXT_BYTES, 5);
  const vector = (of: () => number): Float32Array => {
    const centre = centres[Math.floor(((of() + 1) / 2) * CENTRES)] ?? new Float32Array(SIZE_MODEL.dimensions);
    return around(centre, of);
  };
  return {
    /** Writes chunks as an upsert does, in batches, each in a transaction. */
    fill(db: Database, collection: TransactionalStore, count: number): void {
      for (let first = 0; first < count; first += BATCH) {
        const chunks = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) => {
          const no = first + i;
          const start = (no * TEXT_STRIDE) % (TEXT_BYTES - CHUNK_CHARS);
          const metadata = { no, source: `file-${no % SOURCES}.txt`, even: no % 2 === 0 };
          return { content: text.slice(start, start + CHUNK_CHARS), vector: vector(random), metadata };
        });
        storeChunks(db, collection, chunks, SIZE_MODEL);
      }
    },
    question(no: number): { readonly vector: Float32Array; readonly text: string } {
      const start = text.indexOf(' ', (no * 7919) % (TEXT_BYTES - CHUNK_CHARS)) + 1;
      return {
        vector: vector(createRandom(1000 + no)),
        text: text
          .slice(start, start + 60)
          .split(' ')
          .slice(0, 3)
          .join(' '),
      };
    },
  };
}
