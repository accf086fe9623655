import type { ChunkBatch } from '../../core/chunk.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { ClassifiedBatch, IndexedChunk } from './classify-batch.ts';
import type { EmbeddedBatch } from './embed-batch.ts';

/** Marks records as of no run at all: no run has this number. */
export const NO_RUN = -1;

/** What vectors are of. */
export type ModelOfVectors = Pick<EmbeddingModel, 'id' | 'dimensions'>;

/** Sources that a run could not look at. */
export interface UnreadSources {
  readonly sources: ReadonlySet<string>;
  /** There may be more, which nobody can name: only sources that the run saw can be cleaned up. */
  readonly isOpenEnded: boolean;
}

/** The run looked at everything. */
export const NOTHING_UNREAD: UnreadSources = { sources: new Set(), isOpenEnded: false };

/** What a clean-up may look at. */
export function cleanupScope(cleanup: 'incremental' | 'full', { isOpenEnded }: UnreadSources): 'incremental' | 'full' {
  return isOpenEnded ? 'incremental' : cleanup;
}

/**
 * Writes the chunks of one run and their records, wherever each of the two is stored: in the server's database, in its memory, or
 * in a remote database. What it has committed stays when the run fails, and running again converges.
 */
export interface IndexWriter {
  /** Metadata key that says where a chunk comes from. */
  readonly sourceIdKey: string;
  /** Writes nothing, and needs no vectors: it finds out what a run would do. */
  readonly isDry?: true;
  /**
   * To be called once, before anything else: settles what an interrupted run has left half done.
   * @returns a sentence for people, if they should know something
   */
  begin(signal: AbortSignal): Promise<string | undefined>;
  /** Records that this run has read these sources, even if it has no chunk of them. */
  seeSources(sources: readonly string[], signal: AbortSignal): Promise<void>;
  /** Says what becomes of each chunk. To be called batch by batch, in order; it need not have answered before it is called again. */
  classify(batch: ChunkBatch, signal: AbortSignal): Promise<ClassifiedBatch>;
  /** Positions of the chunks whose vectors `commit` needs. */
  vectorsFor(classified: ClassifiedBatch): readonly number[];
  /**
   * Writes a batch; when it resolves chunks and records are both there.
   * @returns ids of the chunks that were added, 16 bytes, by their position in the batch (another run may have stored some meanwhile: those are not among them)
   * @throws UserError EMBEDDING_MISMATCH before anything is written when the collection holds vectors of another model
   */
  commit(embedded: EmbeddedBatch, model: ModelOfVectors, signal: AbortSignal): Promise<ReadonlyMap<number, Buffer>>;
  /**
   * Deletes what this run did not produce, as the record manager's clean-up mode says. Only to be called after a run that succeeded.
   * @param unread what the run could not look at: nothing of it is deleted
   */
  removeStale(onRemoved: (count: number) => void, signal: AbortSignal, unread?: UnreadSources): Promise<void>;
  /** Deletes these chunks with their records. */
  remove(chunks: readonly IndexedChunk[], signal: AbortSignal): Promise<void>;
  /** Deletes all that is left in the collection if it is the owner's own, whatever the records say of it. @returns how many chunks there were */
  clearOwn(ownerId: string, signal: AbortSignal): Promise<number>;
  /** Records that there are now; undefined without a record manager. */
  totalKeys(signal: AbortSignal): Promise<number | undefined>;
}
