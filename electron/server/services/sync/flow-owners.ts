import { hash } from 'node:crypto';
import type { RunResult } from '../../../../shared/api/runs.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { nodesOf } from '../../../../shared/flow/upsert-plan.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { compileFilled, fillFlow, flowVariables } from '../../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import type { RunService } from '../runs/run-service.ts';
import type { UpsertService } from '../upsert-service.ts';
import { describeLoader, recordsOf } from './describe-loader.ts';
import type { SyncLoader, SyncOwner, SyncOwners, SyncWork } from './owner.ts';

export interface FlowOwnersOptions {
  readonly chatflows: Pick<ChatflowService, 'find' | 'keyOf'>;
  readonly upserts: Pick<UpsertService, 'start'>;
  readonly runs: Pick<RunService, 'makeFolder'>;
  readonly engine: Pick<EngineDeps, 'values'>;
  /** Of the loaders. */
  readonly cacheFolder: string;
}

/** Chatflows that are kept in step. */
export function createFlowOwners(options: FlowOwnersOptions): SyncOwners {
  const { chatflows, upserts, runs, engine, cacheFolder } = options;

  async function describe(ownerId: string): Promise<SyncOwner> {
    const chatflow = chatflows.find(ownerId);
    const saved = parseFlowDocument(chatflow.flowData);
    const filled = fillFlow(saved, { ...engine.values, flow: flowVariables(chatflow) });
    const plan = compileFilled(filled, undefined, nodesOf);
    if (plan.recordManager === undefined) {
      throw new UserError(
        'MISSING_INPUT',
        'A flow without a record manager stores everything again with each run: add one to keep the flow in step.',
        { nodeId: plan.store.id },
      );
    }
    const records = recordsOf(plan.recordManager);
    const loaders: SyncLoader[] = [];
    for (const loader of plan.loaders) {
      if (loader.definition.upload === undefined) loaders.push(await describeLoader(loader, records, cacheFolder));
    }
    const ids = new Set(nodesOf(plan).map(({ id }) => id));
    const nodes = saved.nodes.filter(({ id }) => ids.has(id)).map(({ id, data }) => [id, data.name, data.inputs]);
    return {
      loaders,
      cleanup: records.cleanup,
      fingerprint: hash('sha256', canonicalJson({ nodes, edges: saved.edges.map(({ id }) => id) })),
    };
  }

  async function refresh(ownerId: string, changes: SyncWork, onRun: (runId: string) => void): Promise<RunResult> {
    const folder = await runs.makeFolder();
    try {
      const started = await upserts.start(
        {
          chatflow: chatflows.find(ownerId),
          overrides: {},
          stopNodeId: undefined,
          uploads: [],
          isFromApp: true,
          skipFailedFiles: true,
          changes,
        },
        folder,
      );
      onRun(started.runId);
      return await started.result;
    } finally {
      await folder.discard();
    }
  }

  return {
    has: (ownerId) => chatflows.keyOf(ownerId) !== undefined,
    nameOf: (ownerId) => chatflows.find(ownerId).name,
    describe,
    refresh,
  };
}
