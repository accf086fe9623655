import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { AppError, UserError } from '../../../shared/errors/errors.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import type { UpsertPlan } from '../../../shared/flow/upsert-plan.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { compileFilled, fillFlow, flowVariables } from '../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../pipeline/engine-deps.ts';

/** A vector store of a flow. */
export interface FlowVectorStore {
  readonly nodeId: string;
  readonly label: string;
}

/** The vector stores that a flow has. */
export function vectorStoresOf({ flowData }: Pick<Chatflow, 'flowData'>): FlowVectorStore[] {
  return parseFlowDocument(flowData).nodes.flatMap(({ id, data }) =>
    findNodeDefinition(data.name)?.kind === 'vectorstore' ? [{ nodeId: id, label: data.label }] : [],
  );
}

/** The vector store of a flow that a call means: the first if it names none. @throws UserError NO_VECTOR_STORE */
export function wantedStoreOf(chatflow: Pick<Chatflow, 'flowData'>, wanted: string | undefined): string {
  const vectorStores = vectorStoresOf(chatflow);
  const nodeId = wanted ?? vectorStores[0]?.nodeId;
  if (nodeId !== undefined && vectorStores.some((node) => node.nodeId === nodeId)) return nodeId;
  throw new UserError('NO_VECTOR_STORE', 'The flow has no such vector store: add one to it, and upsert documents.');
}

/** What is done with what is stored: reading goes without records that can't be opened, removing needs them, writing also the embedding model, asking that alone. */
export type StorageUse = 'read' | 'remove' | 'write' | 'ask';

/**
 * Where one vector store of a flow puts its chunks, ready to be opened. What is disabled counts too: the chunks and their records are there all the same. Loaders
 * and splitters are never looked at.
 * @throws UserError 422 when the flow can't be used as drawn
 */
export function planFlowStorage(
  { values }: Pick<EngineDeps, 'values'>,
  chatflow: Chatflow,
  nodeId: string,
  use: StorageUse,
): UpsertPlan {
  const filled = fillFlow(parseFlowDocument(chatflow.flowData), { ...values, flow: flowVariables(chatflow) });
  const opened = ({ store, recordManager, embedding }: UpsertPlan) => [
    store,
    ...(recordManager === undefined ? [] : [recordManager]),
    ...(use === 'write' || use === 'ask' ? [embedding] : []),
  ];
  if (use === 'ask') return compileFilled(filled, nodeId, opened, 'question');
  try {
    return compileFilled(filled, nodeId, opened, 'storage');
  } catch (error) {
    if (use !== 'read' || !(error instanceof AppError)) throw error;
    return compileFilled(filled, nodeId, opened, 'question');
  }
}
