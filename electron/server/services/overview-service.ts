import type { Overview } from '../../../shared/api/overview.ts';
import type { LibraryRun } from '../core/library-run.ts';
import type { OverviewRepository } from '../storage/repositories/overview-repository.ts';
import type { MemoryStores } from '../stores/memory/memory-stores.ts';
import type { Libraries, StoringLibrary } from './libraries/libraries.ts';
import { localStorageOf, remoteNodesOf } from './libraries/storage.ts';
import type { RunService } from './runs/run-service.ts';

export interface OverviewServiceOptions {
  readonly libraries: Pick<Libraries, 'storages' | 'openCollectionsOf'>;
  readonly runs: Pick<RunService, 'find'>;
  readonly counts: OverviewRepository;
  readonly vectors: Pick<MemoryStores, 'memorySizeOf'>;
}

function withoutNodes({ nodes: _nodes, ownerId: _owner, kind: _kind, ...run }: LibraryRun): Overview['lastRun'] {
  return run;
}

/** What is in the collections of a library, in the data folder and in memory. */
function sizeOf(
  { counts, libraries, vectors }: OverviewServiceOptions,
  { storage }: StoringLibrary,
): Pick<Overview, 'chunks' | 'sizeBytes'> {
  const { stored, inMemory } = libraries.openCollectionsOf(storage);
  const sizes = [counts.countChunks(stored), ...[...new Set(inMemory)].map(vectors.memorySizeOf)];
  return {
    chunks: sizes.reduce((sum, { chunks }) => sum + chunks, 0),
    sizeBytes: sizes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

function summaryOf(deps: OverviewServiceOptions, library: StoringLibrary, lastRunId: string | undefined): Overview {
  const { counts, runs } = deps;
  const { id, kind, storage } = library;
  const { namespaces } = localStorageOf(storage);
  return {
    ownerId: id,
    kind,
    ...sizeOf(deps, library),
    sources: namespaces.length === 0 ? null : counts.countSources(namespaces),
    keepsElsewhere: remoteNodesOf(storage).length > 0,
    lastRun: lastRunId === undefined ? null : withoutNodes(runs.find(lastRunId)),
  };
}

/** How libraries stand: what is in their collections here, and how the last run ended. */
export function createOverviewService(deps: OverviewServiceOptions) {
  return {
    /** @param hidden owners that are left out */
    async list(hidden: ReadonlySet<string>): Promise<Overview[]> {
      const newest = deps.counts.newestRuns();
      const all: Overview[] = [];
      for await (const library of deps.libraries.storages()) {
        if (!hidden.has(library.id)) all.push(summaryOf(deps, library, newest.get(library.id)));
      }
      return all;
    },
  };
}

export type OverviewService = ReturnType<typeof createOverviewService>;
