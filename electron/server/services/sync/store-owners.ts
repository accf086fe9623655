import { hash } from 'node:crypto';
import { FAILED_FILES_LIMIT, type RunResult } from '../../../../shared/api/runs.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { StoredLoader } from '../../storage/repositories/document-store-loader-repository.ts';
import type { DocumentStoreService } from '../document-stores/document-store-service.ts';
import { definitionOf, fillLoader, plannedLoader, planVectors } from '../libraries/parts.ts';
import { findStore, type StoreAccess } from '../libraries/store-access.ts';
import type { RunService } from '../runs/run-service.ts';
import { describeLoader, recordsOf } from './describe-loader.ts';
import type { SyncLoader, SyncOwner, SyncOwners, SyncWork } from './owner.ts';

export interface StoreOwnersOptions {
  readonly deps: StoreAccess;
  readonly runs: Pick<RunService, 'makeFolder'>;
  readonly documentStores: Pick<DocumentStoreService, 'startUpsert'>;
  /** Of the loaders. */
  readonly cacheFolder: string;
}

/** Loaders of a store that fetch by themselves, each with its own files. */
function fetchingLoaders({ loaders }: StoreAccess, storeId: string): readonly StoredLoader[] {
  return loaders.list(storeId).filter(({ loader }) => definitionOf('loader', loader).upload === undefined);
}

/** Of several runs as one. */
function joinResults(results: readonly RunResult[]): RunResult {
  const sum = (count: 'numAdded' | 'numDeleted' | 'numUpdated' | 'numSkipped') =>
    results.reduce((total, result) => total + result[count], 0);
  const failedFiles = results.flatMap((result) => result.failedFiles ?? []).slice(0, FAILED_FILES_LIMIT);
  return {
    numAdded: sum('numAdded'),
    numDeleted: sum('numDeleted'),
    numUpdated: sum('numUpdated'),
    numSkipped: sum('numSkipped'),
    ...(failedFiles.length === 0 ? {} : { failedFiles }),
  };
}

/** Document stores that are kept in step: each loader in a run of its own. */
export function createStoreOwners({ deps, runs, documentStores, cacheFolder }: StoreOwnersOptions): SyncOwners {
  const { engine } = deps;

  async function describe(ownerId: string): Promise<SyncOwner> {
    const { embedding, vectorStore, recordManager } = findStore(deps, ownerId);
    const plan = planVectors({ embedding, vectorStore, recordManager }, engine.values);
    const stored = fetchingLoaders(deps, ownerId);
    const loaders: SyncLoader[] = [];
    for (const loader of stored) {
      const planned = fillLoader(plannedLoader(loader, loader.id), engine.values);
      // A store's own chunks are of their `source`, whatever the records go by.
      loaders.push(await describeLoader(planned, { sourceIdKey: 'source' }, cacheFolder));
    }
    const settings = stored.map(({ id, loader, splitter }) => ({ id, loader, splitter }));
    return {
      loaders,
      cleanup: recordsOf(plan.recordManager).cleanup,
      fingerprint: hash('sha256', canonicalJson({ embedding, vectorStore, recordManager, settings })),
    };
  }

  async function refreshLoader(
    storeId: string,
    docId: string,
    { byLoader }: SyncWork,
    onRun: (runId: string) => void,
  ): Promise<RunResult> {
    const folder = await runs.makeFolder();
    try {
      const body = { docId, replaceExisting: true, skipFailedFiles: true };
      const started = await documentStores.startUpsert(
        { storeId, body, uploads: [], changes: byLoader.get(docId), isSync: true },
        folder,
      );
      onRun(started.runId);
      return await started.result;
    } finally {
      await folder.discard();
    }
  }

  async function refresh(ownerId: string, work: SyncWork, onRun: (runId: string) => void): Promise<RunResult> {
    const results: RunResult[] = [];
    for (const { id } of fetchingLoaders(deps, ownerId)) {
      if (work.isOnly && !work.byLoader.has(id)) continue;
      results.push(await refreshLoader(ownerId, id, work, onRun));
    }
    return joinResults(results);
  }

  return {
    has: (ownerId) => deps.stores.find(ownerId) !== undefined,
    nameOf: (ownerId) => findStore(deps, ownerId).name,
    describe,
    refresh,
  };
}
