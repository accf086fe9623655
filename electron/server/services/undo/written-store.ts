import type { Run } from '../../../../shared/api/runs.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { compileFilled, fillFlow, flowVariables } from '../../pipeline/compile/fill-inputs.ts';
import { closeOpened, openStore } from '../../pipeline/compile/open-nodes.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import { planRemoval } from '../libraries/parts.ts';
import { findStore, type StoreAccess } from '../libraries/store-access.ts';

export interface WrittenStoreDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'find'>;
  readonly stores: StoreAccess;
}

type StoragePlan = Pick<UpsertPlan, 'store' | 'recordManager'>;

/**
 * The vector store and the records that a run wrote to, as its flow or document store names them now.
 * @throws UserError CHATFLOW_NOT_FOUND, STORE_NOT_FOUND; 422 when the flow can't run as drawn
 */
export function planWritten({ engine, chatflows, stores }: WrittenStoreDeps, run: Run): StoragePlan {
  if (run.kind === 'store') return planRemoval(findStore(stores, run.chatflowId), engine.values);
  const chatflow = chatflows.find(run.chatflowId);
  const flow = parseFlowDocument(chatflow.flowData);
  const written = new Set(run.nodes.map(({ nodeId }) => nodeId));
  const node = flow.nodes.find(
    ({ id, data }) => written.has(id) && findNodeDefinition(data.name)?.kind === 'vectorstore',
  );
  if (node === undefined) {
    throw new UserError('NO_VECTOR_STORE', 'The vector store that the run wrote to is not in the flow any more.');
  }
  const filled = fillFlow(flow, { ...engine.values, flow: flowVariables(chatflow) });
  const opened = ({ store, recordManager }: UpsertPlan) => [
    store,
    ...(recordManager === undefined ? [] : [recordManager]),
  ];
  return compileFilled(filled, node.id, opened, 'storage');
}

/** Opens the vector store that a run wrote to for reading, and closes it after the work. @returns undefined when it is another one now */
export async function withWritten<T>(
  deps: WrittenStoreDeps,
  run: Run,
  collection: string,
  work: (store: VectorStore) => Promise<T>,
): Promise<T | undefined> {
  const store = openStore(planWritten(deps, run), run.chatflowId, deps.engine.vectorDeps);
  try {
    return store.collection === collection ? await work(store) : undefined;
  } finally {
    await closeOpened(store, undefined);
  }
}
