import type { Overview } from '../../../shared/api/overview.ts';
import type { Run } from '../../../shared/api/runs.ts';
import type { OverviewRepository } from '../storage/repositories/overview-repository.ts';
import { localStorageOf, type StorageUser, storageElsewhere } from './deletion/deletion-targets.ts';
import { listStorageUsers } from './document-stores/list-storage.ts';
import type { StoreDeps } from './document-stores/store-deps.ts';
import type { FlowStorage } from './flow-storage.ts';
import type { RunService } from './runs/run-service.ts';

export interface OverviewServiceOptions {
  readonly flowStorage: FlowStorage;
  readonly stores: StoreDeps;
  readonly runs: Pick<RunService, 'find'>;
  readonly counts: OverviewRepository;
}

function withoutNodes({ nodes: _nodes, chatflowId: _owner, kind: _kind, ...run }: Run): Overview['lastRun'] {
  return run;
}

function summaryOf(
  deps: OverviewServiceOptions,
  user: StorageUser,
  kind: Overview['kind'],
  lastRunId: string | undefined,
): Overview {
  const { counts, flowStorage, runs } = deps;
  const { namespaces } = localStorageOf(user);
  return {
    ownerId: user.id,
    kind,
    ...counts.countChunks(flowStorage.openCollectionsOf(user)),
    sources: namespaces.length === 0 ? null : counts.countSources(namespaces),
    keepsElsewhere: storageElsewhere(user).length > 0,
    lastRun: lastRunId === undefined ? null : withoutNodes(runs.find(lastRunId)),
  };
}

/** How flows and document stores stand: what is in their collections here, and how the last run ended. */
export function createOverviewService(deps: OverviewServiceOptions) {
  return {
    /** @param hidden owners that are left out */
    async list(hidden: ReadonlySet<string>): Promise<Overview[]> {
      const newest = deps.counts.newestRuns();
      const all: Overview[] = [];
      for await (const { user } of deps.flowStorage.list()) {
        if (!hidden.has(user.id)) all.push(summaryOf(deps, user, 'chatflow', newest.get(user.id)));
      }
      for (const user of listStorageUsers(deps.stores)) {
        if (deps.stores.stores.find(user.id) === undefined) continue; // in the bin
        all.push(summaryOf(deps, user, 'documentStore', newest.get(user.id)));
      }
      return all;
    },
  };
}

export type OverviewService = ReturnType<typeof createOverviewService>;
