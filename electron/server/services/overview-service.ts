import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { Overview } from '../../../shared/api/overview.ts';
import type { Run } from '../../../shared/api/runs.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { type FillScope, fillFlow, flowVariables } from '../pipeline/compile/fill-inputs.ts';
import type { OverviewRepository } from '../storage/repositories/overview-repository.ts';
import type { ChatflowService } from './chatflow-service.ts';
import { localStorageOf, type StorageUser, storageElsewhere, storageNodesOf } from './deletion/deletion-targets.ts';
import { listStorageUsers } from './document-stores/list-storage.ts';
import type { StoreDeps } from './document-stores/store-deps.ts';
import type { RunService } from './runs/run-service.ts';

export interface OverviewServiceOptions {
  readonly chatflows: Pick<ChatflowService, 'listAll' | 'isPrivateOfAnother'>;
  readonly stores: StoreDeps;
  readonly runs: Pick<RunService, 'find'>;
  readonly counts: OverviewRepository;
  readonly values: Omit<FillScope, 'flow'>;
}

/** Flows looked at before other calls have their turn: some ms. */
const FLOWS_AT_ONCE = 20;

function lastRuns({ counts, runs }: OverviewServiceOptions): ReadonlyMap<string, Run> {
  const newest = counts.newestRuns().map((id) => runs.find(id));
  return new Map(newest.map((run) => [run.chatflowId, run]));
}

/** Where a flow stores; nowhere if its drawing can't be read, which the editor explains. */
function userOf({ values }: Pick<OverviewServiceOptions, 'values'>, chatflow: Chatflow): StorageUser {
  try {
    const { flow } = fillFlow(parseFlowDocument(chatflow.flowData), { ...values, flow: flowVariables(chatflow) });
    return { id: chatflow.id, nodes: storageNodesOf(flow) };
  } catch {
    return { id: chatflow.id, nodes: [] };
  }
}

function withoutNodes({ nodes: _nodes, chatflowId: _owner, kind: _kind, ...run }: Run): Overview['lastRun'] {
  return run;
}

/** The local collections of a flow or document store that it may look into. */
export function openCollectionsOf(
  { chatflows }: Pick<OverviewServiceOptions, 'chatflows'>,
  user: StorageUser,
): string[] {
  return localStorageOf(user).collections.filter((name) => !chatflows.isPrivateOfAnother(name, user.id));
}

function summaryOf(
  deps: OverviewServiceOptions,
  user: StorageUser,
  kind: Overview['kind'],
  lastRun: Run | undefined,
): Overview {
  const { counts } = deps;
  const { namespaces } = localStorageOf(user);
  return {
    ownerId: user.id,
    kind,
    ...counts.countChunks(openCollectionsOf(deps, user)),
    sources: namespaces.length === 0 ? null : counts.countSources(namespaces),
    keepsElsewhere: storageElsewhere(user).length > 0,
    lastRun: lastRun === undefined ? null : withoutNodes(lastRun),
  };
}

/** Each flow with where it stores; other calls have their turn in between. */
export async function* listFlowUsers(
  deps: Pick<OverviewServiceOptions, 'chatflows' | 'values'>,
): AsyncGenerator<{ readonly chatflow: Chatflow; readonly user: StorageUser }> {
  for (const [index, chatflow] of deps.chatflows.listAll().entries()) {
    if (index % FLOWS_AT_ONCE === FLOWS_AT_ONCE - 1) await nextTurn();
    yield { chatflow, user: userOf(deps, chatflow) };
  }
}

/** How flows and document stores stand: what is in their collections here, and how the last run ended. */
export function createOverviewService(deps: OverviewServiceOptions) {
  return {
    /** @param hidden owners that are left out */
    async list(hidden: ReadonlySet<string>): Promise<Overview[]> {
      const runs = lastRuns(deps);
      const all: Overview[] = [];
      for await (const { chatflow, user } of listFlowUsers(deps)) {
        if (!hidden.has(chatflow.id)) all.push(summaryOf(deps, user, 'chatflow', runs.get(chatflow.id)));
      }
      for (const user of listStorageUsers(deps.stores)) {
        if (deps.stores.stores.find(user.id) === undefined) continue; // in the bin
        all.push(summaryOf(deps, user, 'documentStore', runs.get(user.id)));
      }
      return all;
    },
  };
}

export type OverviewService = ReturnType<typeof createOverviewService>;
