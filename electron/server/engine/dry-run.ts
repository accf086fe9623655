import { setImmediate as nextTurn } from 'node:timers/promises';
import { DRY_RUN_LIST_LIMIT, type DryRunDocument, type DryRunResult } from '../../../shared/api/dry-run.ts';
import type { FlowPlan } from '../../../shared/flow/compile-flow.ts';
import { type ClassifiedBatch, classifyAllAsNew, classifyBatch } from '../indexing/classify-batch.ts';
import type { RecordManager } from '../nodes/kinds.ts';
import type { ReadOnlyHosts } from '../storage/repositories/read-only-repository.ts';
import type { FilesByLoader } from './assign-files.ts';
import type { ChunkBatch, LoadChunks } from './load-job.ts';
import { jobOf, openRecords, openStore, takesFiles } from './run-plan.ts';

export interface DryRun {
  /** Id of the chatflow or the document store. */
  readonly ownerId: string;
  readonly plan: Pick<FlowPlan, 'store' | 'recordManager'>;
  /** The chunks that the run would bring. `sourceIdKey` is the metadata key that says where a chunk comes from. */
  readonly batches: (sourceIdKey: string) => AsyncIterable<ChunkBatch>;
  /** Sources that the run brings even if no chunk is of them, so that the clean-up `incremental` looks at them. */
  readonly sources?: readonly string[];
  readonly signal: AbortSignal;
}

/** Characters that one list of the answer holds at most: long chunks, fewer of them. */
const LIST_CHARACTERS = 4 * 1024 * 1024;
/** Records, or names of sources, that are read at a time: a few ms. */
const PAGE = 2000;
/** Its place is taken by the number of a run, which marks what that run produced: a dry run has produced nothing. */
const NO_RUN = -1;

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

function* sourcesOf(namespace: string, hosts: ReadOnlyHosts): Generator<string> {
  // The source of chunks that say none; no name is before it.
  yield '';
  let page = hosts.listSources(namespace, '', PAGE);
  while (page.length > 0) {
    yield* page;
    page = hosts.listSources(namespace, page.at(-1) ?? '', PAGE);
  }
}

/** Finds what the clean-up would delete: as `cleanUp` does it, but page by page and without marks in the records. */
async function findDeleted(
  findings: Findings,
  records: RecordManager,
  hosts: ReadOnlyHosts,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, cleanup } = records;
  for (const source of cleanup === 'full' ? sourcesOf(namespace, hosts) : findings.sources) {
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const page = hosts.listRecords(namespace, { source, after, limit: PAGE });
      for (const { recordId, chunkId } of page) {
        if (findings.known.has(recordId)) continue;
        findings.counts.numDeleted += 1;
        const chunk = findings.deleted.isCut ? undefined : hosts.findChunk(chunkId);
        if (chunk !== undefined) findings.deleted.add(chunk.content, chunk.metadata);
      }
      await nextTurn();
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.recordId;
    }
  }
}

/**
 * Says what a run would do, and does nothing: loads, splits and hashes, looks up the records, and stops there. No model is opened. Memory grows with the
 * number of chunks by their hashes (about 100 bytes each), not by their texts.
 * @throws UserError as loading does; the signal's reason
 */
export async function dryRunPlan(run: DryRun, hosts: ReadOnlyHosts): Promise<DryRunResult> {
  const { plan, ownerId, signal } = run;
  const { collection } = openStore(plan, ownerId, hosts.vectorHost);
  const records = openRecords(plan, ownerId, collection, hosts.recordHost);
  const findings = new Findings(run.sources ?? []);
  const claims = new Set<string>();
  for await (const batch of run.batches(records?.sourceIdKey ?? 'source')) {
    signal.throwIfAborted();
    findings.take(records === undefined ? classifyAllAsNew(batch) : classifyBatch(batch, records, NO_RUN, claims));
    await nextTurn();
  }
  if (records !== undefined && records.cleanup !== 'none') await findDeleted(findings, records, hosts, signal);
  return findings.result();
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
    if (own.length > 0 || !takesFiles(loader)) yield* loadChunks(jobOf(loader, own, sourceIdKey), signal);
  }
}
