import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { type AddedDoc, SOURCE_DOCUMENTS_LIMIT, type SourceDocument } from '../../../shared/api/vector.ts';
import type { UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import { uuidText } from '../common/uuid.ts';
import { checkModel, openModel } from './compile/open-nodes.ts';
import type { KnownVectors } from './copy/known-vectors.ts';
import type { EngineDeps } from './engine-deps.ts';
import { type BatchProgress, indexBatches, noCounts } from './index/index-documents.ts';
import type { IndexWriter } from './index/index-writer.ts';
import { openEdits } from './index/passage-edits.ts';
import { assertSomeRead, createRunFailures, type ReportedFailures } from './load/run-failures.ts';
import type { SourcePart } from './load/source-part.ts';
import { createProgressReporter } from './progress.ts';
import type { RunEvents } from './run-events.ts';
import { type IndexUse, type WithIndex, withIndex } from './with-index.ts';

/** What to load, and where to. */
export interface Upsert extends Pick<IndexUse, 'ownerId' | 'runSeq' | 'isResuming' | 'gone' | 'signal'> {
  readonly plan: Pick<UpsertPlan, 'embedding' | 'store' | 'recordManager' | 'others'>;
  /** Called once, when store and model have been found in order. */
  readonly source: () => Promise<readonly SourcePart[]> | readonly SourcePart[];
  /** Where the run reports its progress; a dry run has none. */
  readonly events: RunEvents | undefined;
  /** Whether it loads only a part of what is stored: sources that it does not see stay, also with full clean-up. */
  readonly isPartial?: boolean;
  /** Whether the answer is to list the chunks that were loaded. */
  readonly wantsDocuments?: boolean;
  /** It copies what another collection has: with its vectors, and with the edits of passages in it. */
  readonly copies?: Pick<KnownVectors, 'instead'> | undefined;
  /** Called when another run of the same records has to end first. */
  onWait(): void;
}

export interface UpsertOutcome {
  readonly counts: UpsertCounts;
  readonly totalKeys: number | undefined;
  /** Chunks loaded by this run, at most SOURCE_DOCUMENTS_LIMIT of them. */
  readonly documents: readonly SourceDocument[];
  readonly isTruncated: boolean;
  /** What could not be read, while the run went on. */
  readonly failures: ReportedFailures;
  /** Namespace of the records, if they are in the server's database and their sources are the chunks' own. */
  readonly namespace: string | undefined;
  /** Chunks that this run added, at most SOURCE_DOCUMENTS_LIMIT of them. */
  readonly addedDocs: readonly AddedDoc[];
}

/**
 * Brings chunks into a vector store: load -> classify by the records -> embed what is new -> write, as one stream that is pulled from the end, then the
 * clean-up. What is written stays when it fails or is cancelled; running it again converges.
 * @param open opens the sink: {@link withIndex}, or one that writes nothing for a dry run
 * @throws UserError EMBEDDING_MISMATCH before anything is written; what nodes throw, naming them; the signal's reason
 */
export async function upsert(run: Upsert, deps: EngineDeps, open: WithIndex = withIndex): Promise<UpsertOutcome> {
  const { plan, signal } = run;
  return open(run, deps, async ({ store, writer, note, namespace }) => {
    const progress = createProgressReporter(plan, run.events, note);
    progress.began();
    const opened = writer.isDry ? undefined : await openModel(plan, deps.embeddingPool, signal, progress.opening);
    const model = opened === undefined || run.copies === undefined ? opened : run.copies.instead(opened);
    if (model !== undefined) await checkModel(store, model, plan.store.id, signal);

    const parts = await run.source();
    const counts = noCounts();
    const failures = createRunFailures();
    const edits = run.copies === undefined ? openEdits(deps.edits, run.ownerId) : undefined;
    const answer = createAnswer(run.wantsDocuments === true);
    await writer.seeSources(
      parts.flatMap(({ sources = [] }) => sources),
      signal,
    );
    progress.expected(parts);
    for (const part of parts) {
      progress.started(part);
      const read = progress.watch(part.open(writer.sourceIdKey, signal, progress.listener(part)), part);
      const batches = failures.watch(edits?.watch(read) ?? read);
      await indexBatches(batches, { writer, model, embeddings: deps.embeddings }, counts, {
        signal,
        onBatch(batch) {
          progress.stored(part, batch);
          answer.take(batch);
        },
      });
      progress.loaded(part);
    }
    assertSomeRead(
      failures.files(),
      parts.reduce((sum, { files = [] }) => sum + files.length, 0),
    );
    progress.cleaning();
    const onRemoved = (removed: number) => {
      counts.numDeleted += removed;
    };
    await seeAll(writer, failures.seen(), signal);
    const { sources, isOpenEnded } = failures.unread();
    const unread = { sources, isOpenEnded: isOpenEnded || run.isPartial === true };
    await writer.removeStale(onRemoved, signal, unread);
    if (writer.isDry !== true) edits?.settle(failures.unread());
    await deps.settle();
    progress.finished(counts);
    return {
      counts,
      totalKeys: await writer.totalKeys(signal),
      namespace: writer.sourceIdKey === 'source' ? namespace : undefined,
      ...answer.given(),
      failures: failures.report(),
    };
  });
}

/** Sources announced in one transaction: a few ms. */
const SEEN_BATCH = 500;

/** Records which sources the run has loaded, with what it has loaded of them. */
async function seeAll(writer: IndexWriter, sources: readonly string[], signal: AbortSignal): Promise<void> {
  for (let at = 0; at < sources.length; at += SEEN_BATCH) {
    await writer.seeSources(sources.slice(at, at + SEEN_BATCH), signal);
    await nextTurn();
  }
}

/** Gathers the chunks that the answer lists. */
function createAnswer(wantsDocuments: boolean) {
  const documents: SourceDocument[] = [];
  const addedDocs: AddedDoc[] = [];
  let isTruncated = false;

  function takeDocuments({ batch, chunkIds }: BatchProgress): void {
    if (isTruncated) return;
    const ids = chunkIds();
    for (const [index, pageContent] of batch.contents.entries()) {
      const id = ids.get(index);
      if (id === undefined) continue;
      if (documents.length === SOURCE_DOCUMENTS_LIMIT) {
        isTruncated = true;
        return;
      }
      const metadata: SourceDocument['metadata'] = JSON.parse(batch.metadata[index] ?? '{}');
      documents.push({ id: uuidText(id), pageContent, metadata });
    }
  }

  function takeAdded({ batch, addedIndexes }: BatchProgress): void {
    for (const index of addedIndexes) {
      if (addedDocs.length >= SOURCE_DOCUMENTS_LIMIT) return;
      const metadata: AddedDoc['metadata'] = JSON.parse(batch.metadata[index] ?? '{}');
      addedDocs.push({ pageContent: batch.contents[index] ?? '', metadata });
    }
  }

  return {
    take(progress: BatchProgress): void {
      takeAdded(progress);
      if (wantsDocuments) takeDocuments(progress);
    },
    given: () => ({ documents, isTruncated, addedDocs }),
  };
}
