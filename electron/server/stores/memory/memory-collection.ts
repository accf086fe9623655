import { setImmediate } from 'node:timers/promises';
import { BugError, OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { Metadata } from '../../core/document.ts';
import type {
  ChunkPage,
  EmbeddedChunk,
  ModelIdentity,
  QueryHit,
  StoredChunk,
  VectorStoreQuery,
} from '../../core/vector-store.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';
import { createTopK } from '../local/search/top-k.ts';
import { dotAt, FLOAT_BYTES, toUnitVector } from '../local/search/vector-math.ts';
import { nextOf } from '../page-cursor.ts';
import { questionVector } from '../question-vector.ts';
import { metadataMatcher } from './match-metadata.ts';

/** How much all collections hold together, of how much they may. */
export interface MemoryBudget {
  usedBytes: number;
  readonly limitBytes: number;
}

/** Texts are kept as UTF-8 outside of the script heap, which is smaller than the memory. */
interface Entry {
  readonly id: string;
  readonly content: Buffer;
  readonly metadata: Buffer;
  readonly chunkNo: number;
  /** Of its vector; undefined for one that can't be compared. */
  readonly row: number | undefined;
  /** Grows with each new chunk, and stays with a chunk that is replaced. */
  readonly seq: number;
  readonly bytes: number;
}

/** What an entry takes beside its texts and its vector, about. */
const ENTRY_BYTES = 300;
/** Work on the server's thread between two turns of the event loop, in ms. */
const SLICE_MS = 8;
/** Chunks between two looks at the clock: well under a ms. */
const LOOK_EVERY = 64;

function metadataOf(entry: Pick<Entry, 'metadata'>): Metadata {
  const metadata: Metadata = JSON.parse(entry.metadata.toString('utf8'));
  return metadata;
}

/** Lets the event loop turn when the work since the last turn has taken its slice. Call it for each chunk. */
function createPacer(signal: AbortSignal): () => Promise<void> | undefined {
  let seen = 0;
  let until = performance.now() + SLICE_MS;
  const rest = async () => {
    await setImmediate();
    signal.throwIfAborted();
    until = performance.now() + SLICE_MS;
  };
  return () => {
    seen += 1;
    return seen % LOOK_EVERY === 0 && performance.now() > until ? rest() : undefined;
  };
}

/** Vectors a block: growing by blocks never copies what is there. */
const BLOCK_ROWS = 1024;

/** Vectors of one length in memory, scaled to length 1, each in a row that is used again when it is freed. */
class VectorBlocks {
  readonly dimensions: number;
  readonly #blocks: Float32Array[] = [];
  readonly #free: number[] = [];
  #used = 0;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  /** @returns its row; undefined for a vector that can't be compared, since a number of it is not finite */
  add(vector: Float32Array): number | undefined {
    const unit = toUnitVector(vector);
    if (unit === undefined) return undefined;
    const row = this.#free.pop() ?? this.#used;
    if (row === this.#used) this.#used += 1;
    const number = Math.floor(row / BLOCK_ROWS);
    const block = this.#blocks[number] ?? new Float32Array(BLOCK_ROWS * this.dimensions);
    this.#blocks[number] = block;
    block.set(unit, (row % BLOCK_ROWS) * this.dimensions);
    return row;
  }

  free(row: number): void {
    this.#free.push(row);
  }

  /** A copy of a row. */
  at(row: number): Float32Array {
    const start = (row % BLOCK_ROWS) * this.dimensions;
    return this.#blocks[Math.floor(row / BLOCK_ROWS)]?.slice(start, start + this.dimensions) ?? new Float32Array();
  }

  /** Cosine of a row with a vector of length 1. */
  scoreAt(row: number, unit: Float32Array): number {
    const block = this.#blocks[Math.floor(row / BLOCK_ROWS)];
    return block === undefined ? 0 : dotAt(unit, block, (row % BLOCK_ROWS) * this.dimensions);
  }
}

/** Chunks with vectors of one model, in memory. */
export class MemoryCollection {
  readonly model: ModelIdentity;
  readonly #budget: MemoryBudget;
  #vectors: VectorBlocks;
  readonly #entries = new Map<string, Entry>();
  readonly #bySeq = new Map<number, Entry>();
  #lastSeq = 0;
  #bytes = 0;
  #textBytes = 0;

  constructor(model: ModelIdentity, budget: MemoryBudget) {
    this.model = model;
    this.#budget = budget;
    this.#vectors = new VectorBlocks(model.dimensions);
  }

  get count(): number {
    return this.#entries.size;
  }

  /** Bytes of its texts in UTF-8 and of its vectors. */
  get sizeBytes(): number {
    return this.#textBytes + this.count * this.model.dimensions * FLOAT_BYTES;
  }

  /** @throws UserError EMBEDDING_MISMATCH; OperationalError MEMORY_FULL */
  async upsert(chunks: readonly EmbeddedChunk[], signal: AbortSignal): Promise<void> {
    const pause = createPacer(signal);
    for (const chunk of chunks) {
      this.#put(chunk);
      await pause();
    }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#bySeq.delete(entry.seq);
    if (entry.row !== undefined) this.#vectors.free(entry.row);
    this.#textBytes -= entry.content.length;
    this.#grow(-entry.bytes);
  }

  clear(): void {
    this.#entries.clear();
    this.#bySeq.clear();
    this.#vectors = new VectorBlocks(this.model.dimensions);
    this.#textBytes = 0;
    this.#grow(-this.#bytes);
  }

  get(id: string): StoredChunk | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    return { id, content: entry.content.toString('utf8'), metadata: metadataOf(entry), chunkNo: entry.chunkNo };
  }

  /** Chunks in the order in which they came. */
  async list({ after, limit }: { after: number; limit: number }, signal: AbortSignal): Promise<ChunkPage> {
    const pause = createPacer(signal);
    const page: Entry[] = [];
    for (const entry of this.#bySeq.values()) {
      await pause();
      if (entry.seq > after) page.push(entry);
      if (page.length === limit) break;
    }
    return {
      chunks: page.map(({ id, content, chunkNo, ...entry }) => ({
        id,
        content: content.toString('utf8'),
        metadata: metadataOf(entry),
        chunkNo,
      })),
      next: nextOf(page, limit, ({ seq }) => String(seq)),
    };
  }

  /** As it is compared: of length 1. Undefined for a chunk that is not there, or that can't be compared. */
  vectorOf(id: string): Float32Array | undefined {
    const row = this.#entries.get(id)?.row;
    return row === undefined ? undefined : this.#vectors.at(row);
  }

  /** Compares with every chunk, exactly. Best first; of equal scores the older chunk first. */
  async query(question: VectorStoreQuery, signal: AbortSignal): Promise<readonly QueryHit[]> {
    const { topK, filter } = question;
    const unit = this.#questionOf(await questionVector(question));
    const fits = metadataMatcher(filter);
    const best = createTopK(topK);
    const pause = createPacer(signal);
    for (const entry of this.#entries.values()) {
      await pause();
      if (entry.row === undefined || (fits !== undefined && !fits(metadataOf(entry)))) continue;
      best.offer(entry.seq, this.#vectors.scoreAt(entry.row, unit));
    }
    return best.result().flatMap(({ id: seq, score }) => {
      // It may have been deleted while others had their turn.
      const entry = this.#bySeq.get(seq);
      if (entry === undefined) return [];
      const { id, chunkNo } = entry;
      return { id, pageContent: entry.content.toString('utf8'), metadata: metadataOf(entry), score, chunkNo };
    });
  }

  #questionOf(vector: Float32Array): Float32Array {
    if (vector.length !== this.model.dimensions) {
      throw new UserError(
        'EMBEDDING_MISMATCH',
        `The collection's vectors have ${this.model.dimensions} numbers, the question's has ${vector.length}: ask with the model that made the collection.`,
      );
    }
    const unit = toUnitVector(vector);
    if (unit !== undefined) return unit;
    throw new OperationalError(
      'SERVICE_FAILED',
      'The embedding model answered with something that is not a finite number: try again, or choose another model.',
    );
  }

  #put({ id, content: text, metadata: facts, chunkNo, vector }: EmbeddedChunk): void {
    const { dimensions } = this.model;
    if (vector.length !== dimensions) throw embeddingMismatch(this.model, { id: undefined, dimensions: vector.length });
    const content = Buffer.from(text);
    const metadata = Buffer.from(JSON.stringify(facts));
    const bytes = content.length + metadata.length + dimensions * FLOAT_BYTES + ENTRY_BYTES;
    const known = this.#entries.get(id);
    this.#assertRoom(bytes - (known?.bytes ?? 0));
    if (known?.row !== undefined) this.#vectors.free(known.row);
    const row = this.#vectors.add(vector);
    this.#lastSeq += 1;
    const entry: Entry = { id, content, metadata, chunkNo, row, seq: known?.seq ?? this.#lastSeq, bytes };
    this.#entries.set(id, entry);
    this.#bySeq.set(entry.seq, entry);
    this.#textBytes += content.length - (known?.content.length ?? 0);
    this.#grow(bytes - (known?.bytes ?? 0));
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.#budget.usedBytes += bytes;
  }

  #assertRoom(bytes: number): void {
    const { usedBytes, limitBytes } = this.#budget;
    if (usedBytes + bytes <= limitBytes) return;
    if (limitBytes <= 0) throw new BugError('In-memory vector stores without any room');
    throw new OperationalError(
      'MEMORY_FULL',
      `The in-memory vector stores hold ${Math.round(limitBytes / 1024 / 1024)} MB, which is as much as they may: use the local vector store (HNSW) instead, which keeps its chunks on the disk, or close the app to empty them.`,
      { details: { limitBytes } },
    );
  }
}
