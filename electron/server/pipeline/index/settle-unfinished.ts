import { countOf } from '../../../../shared/text/format.ts';
import { uuidText } from '../../common/uuid.ts';
import type { RecordManager, StaleRecord } from '../../core/record-manager.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import type { RemoteWriteRepository, StoredWrites } from '../../storage/repositories/remote-write-repository.ts';
import { NO_RUN } from './index-writer.ts';

export interface Unfinished {
  readonly store: VectorStore;
  readonly records: RecordManager;
  readonly journal: RemoteWriteRepository;
  /** Under which writes to these two are noted. */
  readonly scope: string;
}

/** Writes settled at a time. */
const PAGE = 500;
/** Chunks by which a store is known that was emptied and filled by others since. */
export const SAMPLE = 20;
/** Stands for the run of a record whose chunk may not be as the record says: no run has this number. */
const UNFINISHED_RUN = 0;
const NO_METADATA = Buffer.alloc(16);

/** Which of these chunks are not in the store. As text. */
async function whichAreGone(
  ids: readonly Buffer[],
  store: VectorStore,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const texts = ids.map(uuidText);
  const there = new Set((await store.getByIds(texts, signal)).map(({ id }) => id));
  return new Set(texts.filter((id) => !there.has(id)));
}

/** Chunks that were on their way: those that have no record are taken out, whether they have arrived or not. */
async function settleAdded(
  { writes }: StoredWrites,
  { store, records }: Unfinished,
  signal: AbortSignal,
): Promise<void> {
  const added = writes.flatMap((write) => (write.kind === 'add' ? [write] : []));
  if (added.length === 0) return;
  const known = await records.exists(
    added.map(({ contentKey }) => contentKey),
    signal,
  );
  const orphans = added.filter(({ chunkId }, position) => known[position]?.chunkId.equals(chunkId) !== true);
  if (orphans.length === 0) return;
  await store.deleteByIds(
    orphans.map(({ chunkId }) => uuidText(chunkId)),
    signal,
  );
}

/** Chunks whose metadata was being written may have the old or the new one: their records forget it, so that it is written again. */
async function settleRewritten({ writes }: StoredWrites, { records }: Unfinished, signal: AbortSignal): Promise<void> {
  const rewritten = writes.flatMap((write) => (write.kind === 'rewrite' ? [write] : []));
  if (rewritten.length === 0) return;
  const replaced = rewritten.map(({ recordId }) => ({ recordId, metadataHash: NO_METADATA, chunkNo: 0 }));
  await records.replace(replaced, UNFINISHED_RUN, signal);
}

/** Chunks that were being deleted: the records of those that are gone go too. The others will be found stale again. */
async function settleDeleted(
  { writes }: StoredWrites,
  { store, records }: Unfinished,
  signal: AbortSignal,
): Promise<void> {
  const deleted = writes.flatMap((write) => (write.kind === 'delete' ? [write] : []));
  if (deleted.length === 0) return;
  const gone = await whichAreGone(
    deleted.map(({ chunkId }) => chunkId),
    store,
    signal,
  );
  const recordIds = deleted.filter(({ chunkId }) => gone.has(uuidText(chunkId))).map(({ recordId }) => recordId);
  if (recordIds.length > 0) await records.remove(recordIds, signal);
}

/** Brings store and records together again where a run was stopped between writing the one and the other. */
export async function settleUnfinished(unfinished: Unfinished, signal: AbortSignal): Promise<void> {
  const { journal, scope } = unfinished;
  for (let page = journal.oldest(scope, PAGE); page !== undefined; page = journal.oldest(scope, PAGE)) {
    await settleAdded(page, unfinished, signal);
    await settleRewritten(page, unfinished, signal);
    await settleDeleted(page, unfinished, signal);
    journal.remove(scope, page);
  }
}

/**
 * Forgets the records of chunks that the store has lost: it was emptied by somebody else, or was held in memory. A few of them show whether it was.
 * @returns a sentence for people, when it was so
 */
export async function forgetLost({ store, records }: Unfinished, signal: AbortSignal): Promise<string | undefined> {
  if ((await records.count(signal)) === 0) return undefined;
  const isEmpty = (await store.count(signal)) === 0;
  let forgotten = 0;
  for await (const page of records.listStale('full', NO_RUN, signal)) {
    const lost = isEmpty ? page : await lostOf(page, forgotten === 0, store, signal);
    if (page.length > 0 && lost.length === 0 && forgotten === 0) return undefined;
    if (lost.length === 0) continue;
    const recordIds = lost.map(({ recordId }) => recordId);
    await records.remove(recordIds, signal);
    forgotten += lost.length;
  }
  return `The vector store had lost ${countOf(forgotten, 'chunk')} of which there are records: the records were forgotten, and what this run brings is written again.`;
}

/** @param isFirst then a sample stands for the page: only of a store that has lost all of it the rest is looked at */
async function lostOf(
  page: readonly StaleRecord[],
  isFirst: boolean,
  store: VectorStore,
  signal: AbortSignal,
): Promise<readonly StaleRecord[]> {
  const idsOf = (records: readonly StaleRecord[]) => records.map(({ chunkId }) => chunkId);
  const sample = page.slice(0, SAMPLE);
  if (isFirst && (await whichAreGone(idsOf(sample), store, signal)).size < sample.length) return [];
  const lost = await whichAreGone(idsOf(page), store, signal);
  return page.filter(({ chunkId }) => lost.has(uuidText(chunkId)));
}
