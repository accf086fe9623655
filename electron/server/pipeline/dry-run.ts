import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import { uuidText } from '../common/uuid.ts';
import type { Metadata } from '../core/document.ts';
import type { RecordManager, TransactionalRecords } from '../core/record-manager.ts';
import type { VectorStore } from '../core/vector-store.ts';
import { closeOpened, openRecords, openStore } from './compile/open-nodes.ts';
import { CutList } from './cut-list.ts';
import type { EngineDeps } from './engine-deps.ts';
import { type ClassifiedBatch, claimBatch, classifyAllAsNew, classifyBatch, keysOf } from './index/classify-batch.ts';
import { type IndexWriter, NO_RUN, NOTHING_UNREAD, type UnreadSources } from './index/index-writer.ts';
import { SAMPLE } from './index/settle-unfinished.ts';
import { type Upsert, upsert } from './upsert.ts';
import type { WithIndex } from './with-index.ts';

/** Records, or names of sources, that are read at a time: a few ms. */
const PAGE = 2000;
/** What is not stored has no id. */
const NO_ID = Buffer.alloc(0);

/** What has been seen so far: only hashes and ids of a chunk, never its text. */
class Findings {
  readonly added = new CutList();
  readonly updated = new CutList();
  readonly deleted = new CutList();
  /** Ids of records that the run would produce again. */
  readonly known = new Set<number>();
  readonly sources = new Set<string>();

  /** @param previous metadata of updated chunks by their ids, of those that the store has */
  take(
    { batch, added, updated, moved, unchanged, renewed }: ClassifiedBatch,
    previous: ReadonlyMap<string, Metadata>,
  ): void {
    for (const source of batch.sources) this.sources.add(source);
    for (const { record } of [...updated, ...moved, ...unchanged, ...renewed]) this.known.add(record.recordId);
    for (const index of added) this.added.add(batch.contents[index] ?? '', batch.metadata[index] ?? '{}');
    for (const { index, record } of updated) {
      const before = previous.get(uuidText(record.chunkId));
      this.updated.add(batch.contents[index] ?? '', batch.metadata[index] ?? '{}', before);
    }
  }

  result(): Omit<DryRunResult, keyof UpsertCounts> {
    const { added, updated, deleted } = this;
    return {
      dryRun: true,
      added: added.documents,
      updated: updated.documents,
      deleted: deleted.documents,
      truncated: added.isCut || updated.isCut || deleted.isCut,
    };
  }
}

function* sourcesOf(records: TransactionalRecords): Generator<string> {
  // The source of chunks that say none; no name is before it.
  yield '';
  let page = records.listSources('', PAGE);
  while (page.length > 0) {
    yield* page;
    page = records.listSources(page.at(-1) ?? '', PAGE);
  }
}

/** What a dry run looks at. */
interface Looked {
  readonly signal: AbortSignal;
  /** Metadata key of the source as the store has it, if it is not the record manager's. */
  readonly storedSourceKey: string | undefined;
  readonly store: VectorStore;
  readonly records: RecordManager;
}

interface ListedChunk {
  readonly recordId: number;
  readonly chunkId: Buffer;
}

/** Records of these sources, or of all, page by page, and without marks in them. */
async function* pagesOf(
  sources: Iterable<string> | 'all',
  { records, signal }: Looked,
  isMeant: (source: string) => boolean = () => true,
): AsyncGenerator<readonly ListedChunk[]> {
  const { transactional } = records;
  if (transactional === undefined) {
    // Remote records do not list sources: the stored chunks name theirs.
    yield* records.listStale('full', NO_RUN, signal);
    return;
  }
  for (const source of sources === 'all' ? sourcesOf(transactional) : sources) {
    let after = 0;
    while (isMeant(source)) {
      const page = transactional.listRecords({ source, after, limit: PAGE });
      yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.recordId;
    }
  }
}

interface StoredText {
  readonly content: string;
  readonly metadata: string;
}

/** Texts of chunks by their ids, of those that are there. */
async function readTexts(ids: readonly Buffer[], { store, signal }: Looked): Promise<readonly StoredText[]> {
  const chunks = await store.getByIds(ids.map(uuidText), signal);
  return chunks.map(({ content, metadata }) => ({ content, metadata: canonicalJson(metadata) }));
}

/** The metadata that chunks have before an update, as long as a list has room for them. */
async function previousMetadata(
  { updated }: ClassifiedBatch,
  { store, signal }: Pick<Looked, 'store' | 'signal'>,
  findings: Findings,
): Promise<ReadonlyMap<string, Metadata>> {
  if (updated.length === 0 || findings.updated.isCut) return new Map();
  const ids = updated.map(({ record }) => uuidText(record.chunkId));
  const stored = await store.getByIds(ids, signal);
  return new Map(stored.map(({ id, metadata }) => [id, metadata]));
}

/** Finds what the clean-up would delete: as the run does it, but without writing. */
async function findDeleted(
  findings: Findings,
  looked: Looked,
  unread: UnreadSources,
  onFound: (count: number) => void,
): Promise<void> {
  const { records, signal } = looked;
  const key = looked.storedSourceKey ?? records.sourceIdKey;
  const isFull = records.cleanup === 'full' && !unread.isOpenEnded;
  const needsSource = records.transactional === undefined && !(isFull && unread.sources.size === 0);
  const isMeant = (source: string) => (isFull || findings.sources.has(source)) && !unread.sources.has(source);
  for await (const page of pagesOf(isFull ? 'all' : findings.sources, looked, isMeant)) {
    signal.throwIfAborted();
    const gone = page.filter(({ recordId }) => !findings.known.has(recordId)).map(({ chunkId }) => chunkId);
    const texts = gone.length === 0 || (!needsSource && findings.deleted.isCut) ? [] : await readTexts(gone, looked);
    const deleted = texts.filter(({ metadata }) => {
      const facts: Metadata = JSON.parse(metadata);
      return !needsSource || isMeant(String(facts[key] ?? ''));
    });
    onFound(needsSource ? deleted.length : gone.length);
    for (const { content, metadata } of deleted) findings.deleted.add(content, metadata);
    await nextTurn();
  }
}

/** Whether the store has lost what the records name, so that the run forgets them: the same few chunks show it. */
async function isLost(looked: Looked): Promise<boolean> {
  const { store, records, signal } = looked;
  // Written together, they are lost together.
  if (store.transactional !== undefined && records.transactional !== undefined) return false;
  if ((await store.count(signal)) === 0) return true;
  for await (const page of pagesOf('all', looked)) {
    const sample = page.slice(0, SAMPLE).map(({ chunkId }) => uuidText(chunkId));
    if (sample.length > 0) return (await store.getByIds(sample, signal)).length === 0;
  }
  return false;
}

/** Collects in `findings` what a run would do; writes nothing. */
function createDryWriter(
  looked: Omit<Looked, 'records'>,
  opened: RecordManager | undefined,
  findings: Findings,
): IndexWriter {
  const claims = new Set<string>();
  /** Undefined also when the store has lost what they name: a run would forget them. */
  let records = opened;
  return {
    isDry: true,
    sourceIdKey: opened?.sourceIdKey ?? 'source',
    async begin() {
      if (records !== undefined && (await isLost({ ...looked, records }))) records = undefined;
      return undefined;
    },
    async seeSources(sources) {
      for (const source of sources) findings.sources.add(source);
    },
    async classify(batch, signal) {
      if (opened === undefined) return classifyAllAsNew(batch);
      const claim = claimBatch(batch, claims);
      return classifyBatch(claim, (await records?.exists(keysOf(claim), signal)) ?? [], NO_RUN);
    },
    vectorsFor: () => [],
    async commit({ classified }) {
      findings.take(classified, await previousMetadata(classified, looked, findings));
      await nextTurn();
      return new Map(classified.added.map((index) => [index, NO_ID]));
    },
    async removeStale(onRemoved, _signal, unread = NOTHING_UNREAD) {
      if (records === undefined || records.cleanup === 'none') return;
      await findDeleted(findings, { ...looked, records }, unread, onRemoved);
    },
    remove: () => Promise.resolve(),
    clearOwn: () => Promise.resolve(0),
    totalKeys: () => Promise.resolve(undefined),
  };
}

/** Opens the plan's store and records for looking at them; what is not there stays unmade. No run has to wait for it. */
function withDryIndex(findings: Findings, storedSourceKey: string | undefined): WithIndex {
  return async ({ plan, ownerId, signal }, deps, work) => {
    const store = await openStore(plan, ownerId, deps.vectorDeps);
    let records: RecordManager | undefined;
    try {
      records = await openRecords(plan, ownerId, store.collection, deps.recordDeps);
      const writer = createDryWriter({ store, signal, storedSourceKey }, records, findings);
      return await work({ store, writer, note: await writer.begin(signal) });
    } finally {
      await closeOpened(store, records);
    }
  };
}

/**
 * Says what an upsert would do, and does nothing: loads, splits and hashes, looks up the records, and stops there. No model is opened. Memory grows with the
 * number of chunks by their hashes (about 100 bytes each), not by their texts.
 * @param storedSourceKey metadata key of the source as the store has it, if it is not the record manager's
 * @throws UserError as loading does; what store and records say, naming their node; the signal's reason
 */
export async function dryRun(
  run: Pick<Upsert, 'ownerId' | 'plan' | 'source' | 'signal'>,
  deps: EngineDeps,
  storedSourceKey?: string,
): Promise<DryRunResult> {
  const findings = new Findings();
  const dry = { ...run, runSeq: NO_RUN, events: undefined, onWait: () => undefined };
  const { counts, failures } = await upsert(dry, deps, withDryIndex(findings, storedSourceKey));
  return { ...counts, ...findings.result(), ...failures };
}
