import { setImmediate as nextTurn } from 'node:timers/promises';
import { DRY_RUN_LIST_LIMIT, type DryRunDocument, type DryRunResult } from '../../../shared/api/dry-run.ts';
import type { FlowPlan } from '../../../shared/flow/compile-flow.ts';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import { uuidText } from '../common/uuid.ts';
import type { ChunkBatch } from '../core/chunk.ts';
import type { Metadata } from '../core/document.ts';
import type { LoadChunks } from '../core/load-job.ts';
import type { KnownRecord, RecordManager, TransactionalRecords } from '../core/record-manager.ts';
import type { VectorStore } from '../core/vector-store.ts';
import { closeOpened, openRecords, openStore } from './compile/open-nodes.ts';
import { type ClassifiedBatch, claimBatch, classifyAllAsNew, classifyBatch } from './index/classify-batch.ts';
import { NO_RUN, type UnreadSources } from './index/index-writer.ts';
import { SAMPLE } from './index/settle-unfinished.ts';
import type { FilesByLoader } from './load/assign-files.ts';
import { jobOf } from './load/loader-job.ts';
import { createRunFailures } from './load/run-failures.ts';
import { takesFiles } from './run-plan.ts';
import type { StorageHost } from './with-index.ts';

export interface DryRun {
  /** Id of the chatflow or the document store. */
  readonly ownerId: string;
  readonly plan: Pick<FlowPlan, 'store' | 'recordManager'>;
  /** The chunks that the run would bring. `sourceIdKey` is the metadata key that says where a chunk comes from. */
  readonly batches: (sourceIdKey: string) => AsyncIterable<ChunkBatch>;
  /** Sources that the run brings even if no chunk is of them, so that the clean-up `incremental` looks at them. */
  readonly sources?: readonly string[];
  /** Metadata key of the source as the store has it, if it is not the record manager's. */
  readonly storedSourceKey?: string;
  readonly signal: AbortSignal;
}

/** Characters that one list of the answer holds at most: long chunks, fewer of them. */
const LIST_CHARACTERS = 4 * 1024 * 1024;
/** Records, or names of sources, that are read at a time: a few ms. */
const PAGE = 2000;

/** The first documents of a list that may be longer. */
class CutList {
  readonly documents: DryRunDocument[] = [];
  isCut = false;
  #characters = 0;

  add(pageContent: string, metadata: string): void {
    const characters = pageContent.length + metadata.length;
    if (this.documents.length === DRY_RUN_LIST_LIMIT || this.#characters + characters > LIST_CHARACTERS)
      this.isCut = true;
    if (this.isCut) return;
    this.#characters += characters;
    const parsed: DryRunDocument['metadata'] = JSON.parse(metadata);
    this.documents.push({ pageContent, metadata: parsed });
  }
}

/** What has been seen so far: of a chunk only hashes and ids are kept, never its text. */
class Findings {
  readonly counts = { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
  readonly added = new CutList();
  readonly updated = new CutList();
  readonly deleted = new CutList();
  /** Ids of records that the run would produce again. */
  readonly known = new Set<number>();
  readonly sources: Set<string>;

  constructor(sources: readonly string[]) {
    this.sources = new Set(sources);
  }

  take({ batch, added, updated, moved, unchanged, repeated }: ClassifiedBatch): void {
    for (const source of batch.sources) this.sources.add(source);
    for (const { record } of [...updated, ...moved, ...unchanged]) this.known.add(record.recordId);
    for (const index of added) this.added.add(batch.contents[index] ?? '', batch.metadata[index] ?? '{}');
    for (const { index } of updated) this.updated.add(batch.contents[index] ?? '', batch.metadata[index] ?? '{}');
    this.counts.numAdded += added.length;
    this.counts.numUpdated += updated.length;
    this.counts.numSkipped += moved.length + unchanged.length + repeated;
  }

  result(): DryRunResult {
    const { added, updated, deleted } = this;
    return {
      ...this.counts,
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
  readonly run: DryRun;
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
  { records, run: { signal } }: Looked,
  isMeant: (source: string) => boolean = () => true,
): AsyncGenerator<readonly ListedChunk[]> {
  const { transactional } = records;
  if (transactional === undefined) {
    // Which source a record is of, only the records know: the stored chunks will tell.
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
async function readTexts(ids: readonly Buffer[], { store, run }: Looked): Promise<readonly StoredText[]> {
  const chunks = await store.getByIds(ids.map(uuidText), run.signal);
  return chunks.map(({ content, metadata }) => ({ content, metadata: canonicalJson(metadata) }));
}

/** Finds what the clean-up would delete: as the run does it, but without writing. */
async function findDeleted(findings: Findings, looked: Looked, unread: UnreadSources): Promise<void> {
  const { run, records } = looked;
  const key = run.storedSourceKey ?? records.sourceIdKey;
  const isFull = records.cleanup === 'full' && !unread.isOpenEnded;
  const needsSource = records.transactional === undefined && !(isFull && unread.sources.size === 0);
  const isMeant = (source: string) => (isFull || findings.sources.has(source)) && !unread.sources.has(source);
  for await (const page of pagesOf(isFull ? 'all' : findings.sources, looked, isMeant)) {
    run.signal.throwIfAborted();
    const gone = page.filter(({ recordId }) => !findings.known.has(recordId)).map(({ chunkId }) => chunkId);
    const texts = gone.length === 0 || (!needsSource && findings.deleted.isCut) ? [] : await readTexts(gone, looked);
    const deleted = texts.filter(({ metadata }) => {
      const facts: Metadata = JSON.parse(metadata);
      return !needsSource || isMeant(String(facts[key] ?? ''));
    });
    findings.counts.numDeleted += needsSource ? deleted.length : gone.length;
    for (const { content, metadata } of deleted) findings.deleted.add(content, metadata);
    await nextTurn();
  }
}

/** Whether the store has lost what the records name, so that the run forgets them: told by the same few chunks. */
async function isLost(looked: Looked): Promise<boolean> {
  const { store, records, run } = looked;
  // Written together, they are lost together.
  if (store.transactional !== undefined && records.transactional !== undefined) return false;
  if ((await store.count(run.signal)) === 0) return true;
  for await (const page of pagesOf('all', looked)) {
    const sample = page.slice(0, SAMPLE).map(({ chunkId }) => uuidText(chunkId));
    if (sample.length > 0) return (await store.getByIds(sample, run.signal)).length === 0;
  }
  return false;
}

async function look(run: DryRun, store: VectorStore, opened: RecordManager | undefined): Promise<DryRunResult> {
  const { signal } = run;
  const isKept = opened !== undefined && !(await isLost({ run, store, records: opened }));
  const records = isKept ? opened : undefined;
  const findings = new Findings(run.sources ?? []);
  const claims = new Set<string>();
  const failures = createRunFailures();
  for await (const batch of failures.watch(run.batches(opened?.sourceIdKey ?? 'source'))) {
    signal.throwIfAborted();
    if (opened === undefined) findings.take(classifyAllAsNew(batch));
    else {
      const claim = claimBatch(batch, claims);
      const known: readonly (KnownRecord | undefined)[] = (await records?.exists(claim.keys, signal)) ?? [];
      findings.take(classifyBatch(claim, known, NO_RUN));
    }
    await nextTurn();
  }
  if (records !== undefined && records.cleanup !== 'none') {
    await findDeleted(findings, { run, store, records }, failures.unread());
  }
  return { ...findings.result(), ...failures.told() };
}

/**
 * Says what a run would do, and does nothing: loads, splits and hashes, looks up the records, and stops there. No model is opened. Memory grows with the
 * number of chunks by their hashes (about 100 bytes each), not by their texts.
 * @throws UserError as loading does; what store and records say, naming their node; the signal's reason
 */
export async function dryRunPlan(run: DryRun, host: StorageHost): Promise<DryRunResult> {
  const { plan, ownerId } = run;
  const store = openStore(plan, ownerId, host.vectorHost);
  let records: RecordManager | undefined;
  try {
    records = openRecords(plan, ownerId, store.collection, host.recordHost);
    return await look(run, store, records);
  } finally {
    await closeOpened(store, records);
  }
}

/** The chunks of a flow's loaders, one loader after the other. */
export async function* loadFlow(
  {
    plan,
    files,
    sourceIdKey,
  }: { readonly plan: FlowPlan; readonly files: FilesByLoader; readonly sourceIdKey: string },
  loadChunks: LoadChunks,
  signal: AbortSignal,
): AsyncGenerator<ChunkBatch> {
  for (const loader of plan.loaders) {
    const own = files.get(loader.id) ?? [];
    if (own.length === 0 && takesFiles(loader)) continue;
    yield* loadChunks(jobOf(loader, own, sourceIdKey, plan.embedding), signal);
  }
}
