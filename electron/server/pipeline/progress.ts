import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { notesOf } from '../../../shared/flow/node-notes.ts';
import type { PlannedLoader, UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import { countOf } from '../../../shared/text/format.ts';
import type { ChunkBatch } from '../core/chunk.ts';
import type { LoadListener } from '../core/load-job.ts';
import type { BatchProgress } from './index/index-documents.ts';
import type { SourcePart } from './load/source-part.ts';
import type { RunEvents } from './run-events.ts';

function totalOf({ numAdded, numUpdated, numSkipped }: UpsertCounts): number {
  return numAdded + numUpdated + numSkipped;
}

/** Characters of a chunk that is longer than what embedding models read at once (8,000 tokens at most). */
const LONG_CHUNK = 30_000;

/** The note on a batch whose loader could have a splitter, has none, and has made a long chunk. */
function splitterHint({ definition, splitter }: PlannedLoader, { contents }: ChunkBatch): string | undefined {
  const longest = Math.max(0, ...contents.map(({ length }) => length));
  const takesSplitter = definition.inputs.some(({ type }) => type === 'TextSplitter');
  if (!takesSplitter || splitter !== undefined || longest < LONG_CHUNK) return undefined;
  return `A document became one chunk of ${countOf(longest, 'character')}: connect a text splitter to find its passages.`;
}

function joinTold(texts: readonly (string | undefined)[]): string | undefined {
  const sentences = texts.filter((text) => text !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function messageOf(loader: PlannedLoader, batch: ChunkBatch): string | undefined {
  return joinTold([batch.progress.message, splitterHint(loader, batch)]);
}

/** @param noteOf what the loader shows when it reports no step */
function listenTo(
  { loader, loaderId }: SourcePart,
  events: RunEvents | undefined,
  noteOf: () => string | undefined,
): LoadListener {
  return {
    onReading: (reading) => events?.files.reading(loaderId, reading),
    onStep(step) {
      if (loader !== undefined) events?.updateNode(loader.id, { message: step ?? noteOf() });
    },
  };
}

type ReportedPlan = Pick<UpsertPlan, 'embedding' | 'store' | 'recordManager' | 'others'>;

/**
 * Turns the steps of an upsert into node states.
 * @param events undefined: nobody looks on
 * @param note stays with the record manager when the run is over
 */
export function createProgressReporter(
  { embedding, store, recordManager, others = [] }: ReportedPlan,
  events: RunEvents | undefined,
  note: string | undefined,
) {
  let loaded = 0;
  /** What the loader at work shows when it reports no step. */
  let loaderNote: string | undefined;
  return {
    began() {
      events?.updateRun({ status: 'RUNNING' });
      events?.updateNode(embedding.id, { status: 'running', unit: 'chunks', done: 0 });
      for (const { id } of others) events?.updateNode(id, { status: 'running' });
    },
    /** How far the embedding model is: it may have to be fetched first. */
    opening(message: string, fraction: number | undefined) {
      const progress = fraction === undefined ? {} : { done: Math.round(fraction * 100), total: 100 };
      events?.updateNode(embedding.id, { message, unit: 'percent', ...progress });
    },
    /** Everything that is to be read. */
    expected(parts: readonly SourcePart[]) {
      for (const { loader, loaderId, files = [] } of parts) {
        if (loader !== undefined && files.length > 0) events?.files.expect(loaderId, files);
      }
    },
    started({ loader }: SourcePart) {
      if (loader === undefined) return;
      loaderNote = notesOf(loader);
      events?.updateNode(loader.id, { status: 'running', message: loaderNote });
      if (loader.splitter !== undefined)
        events?.updateNode(loader.splitter.id, { status: 'running', unit: 'chunks', done: loaded });
    },
    /** How far a loader is between its batches. */
    listener: (part: SourcePart) => listenTo(part, events, () => loaderNote),
    async *watch(batches: AsyncIterable<ChunkBatch>, { loader, loaderId }: SourcePart): AsyncGenerator<ChunkBatch> {
      for await (const batch of batches) {
        loaded += batch.contents.length;
        events?.files.loaded(loaderId, batch);
        if (loader !== undefined) {
          const message = messageOf(loader, batch);
          loaderNote = message ?? loaderNote;
          events?.updateNode(loader.id, { ...batch.progress, ...(message === undefined ? {} : { message }) });
        }
        if (loader?.splitter !== undefined) events?.updateNode(loader.splitter.id, { done: loaded });
        yield batch;
      }
    },
    loaded({ loader, loaderId }: SourcePart) {
      events?.files.readToEnd(loaderId);
      if (loader === undefined) return;
      events?.updateNode(loader.id, { status: 'done', message: loaderNote });
      if (loader.splitter !== undefined)
        events?.updateNode(loader.splitter.id, { status: 'done', done: loaded, total: loaded });
    },
    stored({ loaderId }: SourcePart, { batch, counts, addedIndexes, updatedIndexes }: BatchProgress) {
      const classes = { added: new Set(addedIndexes), updated: new Set(updatedIndexes) };
      events?.files.stored(loaderId, batch, classes);
      const progress = { status: 'running', unit: 'chunks', done: totalOf(counts) } as const;
      events?.updateNode(embedding.id, { ...progress, message: undefined });
      events?.updateNode(store.id, progress);
      if (recordManager !== undefined) events?.updateNode(recordManager.id, progress);
      events?.updateCounts(counts);
    },
    cleaning() {
      events?.updateNode(embedding.id, { status: 'done', message: undefined });
      if (recordManager !== undefined) {
        events?.updateNode(recordManager.id, { status: 'running', message: 'Removing what is gone' });
      }
    },
    finished(counts: UpsertCounts) {
      const total = totalOf(counts);
      const done = { status: 'done', unit: 'chunks', done: total, total, message: undefined } as const;
      if (recordManager !== undefined) {
        events?.updateNode(recordManager.id, { ...done, message: joinTold([note, notesOf(recordManager)]) });
      }
      for (const { id } of others) events?.updateNode(id, { status: 'done' });
      events?.updateNode(store.id, { ...done, message: notesOf(store) });
      events?.updateNode(embedding.id, done);
      events?.updateCounts(counts);
    },
  };
}
