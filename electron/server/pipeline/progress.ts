import type { UpsertCounts } from '../../../shared/api/runs.ts';
import { notesOf } from '../../../shared/flow/node-notes.ts';
import type { PlannedLoader, UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import type { ChunkBatch } from '../core/chunk.ts';
import type { RunFeed } from './run-feed.ts';

function totalOf({ numAdded, numUpdated, numSkipped }: UpsertCounts): number {
  return numAdded + numUpdated + numSkipped;
}

/**
 * Turns the steps of an upsert into node states.
 * @param feed undefined: nobody looks on
 * @param note stays with the record manager when the run is over
 */
export function createProgressReporter(
  {
    embedding,
    store,
    recordManager,
    others = [],
  }: Pick<UpsertPlan, 'embedding' | 'store' | 'recordManager' | 'others'>,
  feed: RunFeed | undefined,
  note: string | undefined,
) {
  let loaded = 0;
  return {
    began() {
      feed?.updateRun({ status: 'RUNNING' });
      feed?.updateNode(embedding.id, { status: 'running', unit: 'chunks', done: 0 });
      for (const { id } of others) feed?.updateNode(id, { status: 'running' });
    },
    /** How far the embedding model is: it may have to be fetched first. */
    opening(message: string, fraction: number | undefined) {
      const progress = fraction === undefined ? {} : { done: Math.round(fraction * 100), total: 100 };
      feed?.updateNode(embedding.id, { message, unit: 'percent', ...progress });
    },
    started(loader: PlannedLoader | undefined) {
      if (loader === undefined) return;
      feed?.updateNode(loader.id, { status: 'running', message: notesOf(loader) });
      if (loader.splitter !== undefined)
        feed?.updateNode(loader.splitter.id, { status: 'running', unit: 'chunks', done: loaded });
    },
    async *watch(batches: AsyncIterable<ChunkBatch>, loader: PlannedLoader | undefined): AsyncGenerator<ChunkBatch> {
      for await (const batch of batches) {
        loaded += batch.contents.length;
        if (loader !== undefined) feed?.updateNode(loader.id, batch.progress);
        if (loader?.splitter !== undefined) feed?.updateNode(loader.splitter.id, { done: loaded });
        yield batch;
      }
    },
    loaded(loader: PlannedLoader | undefined) {
      if (loader === undefined) return;
      feed?.updateNode(loader.id, { status: 'done' });
      if (loader.splitter !== undefined)
        feed?.updateNode(loader.splitter.id, { status: 'done', done: loaded, total: loaded });
    },
    stored(counts: UpsertCounts) {
      const progress = { status: 'running', unit: 'chunks', done: totalOf(counts) } as const;
      feed?.updateNode(embedding.id, { ...progress, message: undefined });
      feed?.updateNode(store.id, progress);
      if (recordManager !== undefined) feed?.updateNode(recordManager.id, progress);
      feed?.updateCounts(counts);
    },
    cleaning() {
      feed?.updateNode(embedding.id, { status: 'done', message: undefined });
      if (recordManager !== undefined) {
        feed?.updateNode(recordManager.id, { status: 'running', message: 'Removing what is gone' });
      }
    },
    finished(counts: UpsertCounts) {
      const total = totalOf(counts);
      const done = { status: 'done', unit: 'chunks', done: total, total, message: undefined } as const;
      if (recordManager !== undefined) {
        const told = [note, notesOf(recordManager)].filter((text) => text !== undefined);
        feed?.updateNode(recordManager.id, { ...done, message: told.length === 0 ? undefined : told.join(' ') });
      }
      for (const { id } of others) feed?.updateNode(id, { status: 'done' });
      feed?.updateNode(store.id, { ...done, message: notesOf(store) });
      feed?.updateNode(embedding.id, done);
      feed?.updateCounts(counts);
    },
  };
}
