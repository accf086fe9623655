import { hash } from 'node:crypto';
import type { Chatflow, ChatflowName } from '../../../../shared/api/chatflows.ts';
import type { UpsertResult } from '../../../../shared/api/vector.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { findStoreReader } from '../../../../shared/flow/find-store-reader.ts';
import { type FlowDocument, parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { readFlow } from '../../../../shared/flow/read-flow.ts';
import { plannedNode, remotePlacesOf } from '../../../../shared/flow/remote-stores.ts';
import { replaceNode } from '../../../../shared/flow/replace-node.ts';
import { nodesOf, type UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import {
  compileFilled,
  compilePlace,
  compileQuestion,
  type FilledFlow,
  fillFlow,
  flowVariables,
  type ValueSource,
} from '../../pipeline/compile/fill-inputs.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import { type FlowAccess, type FlowUpsertRequest, fillOverridden, flowUpsert, readSavedFlow } from './flow-upsert.ts';
import type { Library, PlanUse, SyncPlan, VectorStoreNode } from './library.ts';
import type { Prepare, PreparedUpsert } from './prepared-upsert.ts';
import { fillStorage, isStorage, type LibraryStorage } from './storage.ts';

function vectorStoresOf({ nodes }: Pick<FlowDocument, 'nodes'>): VectorStoreNode[] {
  return nodes.flatMap(({ id, data }) =>
    findNodeDefinition(data.name)?.kind === 'vectorstore' ? [{ nodeId: id, label: data.label }] : [],
  );
}

const storageOnly = ({ store, recordManager }: UpsertPlan) =>
  recordManager === undefined ? [store] : [store, recordManager];

/** Which nodes a plan is opened for. */
const OPENED: Readonly<Record<PlanUse, (plan: UpsertPlan) => readonly PlannedNode[]>> = {
  write: (plan) => [...storageOnly(plan), plan.embedding],
  query: ({ store, embedding }) => [store, embedding],
};
const COMPILED = { write: 'storage', query: 'question' } as const;

/** @param filled the flow with values in place of its references */
function syncPlan(saved: FlowDocument, filled: FilledFlow): SyncPlan {
  const plan = compileFilled(filled, undefined, nodesOf);
  if (plan.recordManager === undefined) {
    throw new UserError(
      'MISSING_INPUT',
      'A flow without a record manager stores everything again with each run: add one to keep the flow in step.',
      { nodeId: plan.store.id },
    );
  }
  const ids = new Set(nodesOf(plan).map(({ id }) => id));
  const nodes = saved.nodes.filter(({ id }) => ids.has(id)).map(({ id, data }) => [id, data.name, data.inputs]);
  return {
    loaders: plan.loaders.filter(({ definition }) => definition.upload === undefined),
    recordManager: plan.recordManager,
    sourceIdKey: undefined,
    fingerprint: hash('sha256', canonicalJson({ nodes, edges: saved.edges.map(({ id }) => id) })),
  };
}

/** A chatflow as a library. */
export interface FlowLibrary extends Library {
  /** JSON text. */
  readonly flowData: string;
  /** The same as it was, or is to be, drawn; nothing is saved. */
  withDrawing(flowData: string): FlowLibrary;
  withNode(...given: Parameters<Library['withNode']>): FlowLibrary;
  readonly upsert: (request: FlowUpsertRequest) => Prepare<PreparedUpsert<UpsertResult>>;
}

/** A chatflow as a library: its plan is drawn. */
export function flowLibrary(access: FlowAccess, chatflow: Chatflow): FlowLibrary {
  const { values } = access.engine;
  const variables = flowVariables(chatflow);
  const read = () => readFlow(chatflow.flowData).flow;
  const parse = () => readSavedFlow(chatflow.flowData);
  const filled = () => fillFlow(parse(), { ...values, flow: variables });
  const nodes = () => read().nodes.flatMap(plannedNode);
  const upsert = (request: FlowUpsertRequest) => flowUpsert(access, chatflow, request);
  const withDrawing = (flowData: string) => flowLibrary(access, { ...chatflow, flowData });
  return {
    id: chatflow.id,
    kind: 'chatflow',
    name: chatflow.name,
    variables,
    table: undefined,
    files: undefined,
    get vectorStores() {
      return vectorStoresOf(parse());
    },
    nodes,
    storageNodes: () => nodes().filter(({ definition }) => isStorage(definition)),
    remotePlaces: () => remotePlacesOf(read()),
    vectorStoreOf(wanted) {
      const known = vectorStoresOf(parse());
      const nodeId = wanted ?? known[0]?.nodeId;
      if (nodeId !== undefined && known.some((node) => node.nodeId === nodeId)) return nodeId;
      throw new UserError('NO_VECTOR_STORE', 'The flow has no such vector store: add one to it, and upsert documents.');
    },
    storagePlan(use, nodeId) {
      try {
        return compilePlace(filled(), nodeId, 'place');
      } catch (error) {
        if (use !== 'read' || !(error instanceof AppError)) throw error;
        return compilePlace(filled(), nodeId, 'store');
      }
    },
    plan: (use, nodeId) => compileFilled(filled(), nodeId, OPENED[use], COMPILED[use]),
    questionPlan(nodeId, overrides, use = 'question') {
      const flow = overrides === undefined ? filled() : fillOverridden(chatflow, overrides, values).filled;
      return compileQuestion(flow, nodeId, use);
    },
    flowData: chatflow.flowData,
    withDrawing,
    withNode: (nodeId, { definition, inputs: config }) =>
      withDrawing(JSON.stringify(replaceNode(parse(), nodeId, { definition, config }))),
    save: () => void access.chatflows.update(chatflow.id, { flowData: chatflow.flowData }),
    reader: (nodeId) => findStoreReader(filled().flow, nodeId),
    inTurn: (_signal, _onWait, work) => work(),
    takeOut: async (take) => take(() => access.chatflows.remove(chatflow.id), []),
    upsert,
    syncPlan: () => syncPlan(parse(), filled()),
    sync: (changes) => [
      upsert({
        overrides: {},
        stopNodeId: undefined,
        uploads: [],
        isFromApp: true,
        skipFailedFiles: true,
        changes,
      }),
    ],
    again(_run, requestOf) {
      const { request, uploads, ...how } = requestOf();
      const { files: _, stopNodeId, skipFailedFiles = false, ...rest } = request;
      return async (folder, call) => {
        const given = { ...rest, ...how, stopNodeId, skipFailedFiles, uploads: await uploads(folder) };
        return upsert(given)(folder, call);
      };
    },
  };
}

export interface FlowStoragesOptions {
  readonly chatflows: Pick<ChatflowService, 'find' | 'has' | 'names' | 'revisionOf'>;
  readonly values: ValueSource;
}

/** A flow with where it stores. */
export interface FlowStorage {
  readonly flow: ChatflowName;
  readonly storage: LibraryStorage;
}

/** The nodes of a drawing that store something; none where it can't be read, which the editor explains. */
function readStorage(flowData: string): PlannedNode[] {
  try {
    return parseFlowDocument(flowData)
      .nodes.flatMap(plannedNode)
      .filter(({ definition }) => isStorage(definition));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/** Where flows store. Drawings are large: each is read once, and only its stores and record managers stay, which variables may name anew at any time. */
export function createFlowStorages({ chatflows, values }: FlowStoragesOptions) {
  const read = new Map<string, { readonly revision: number; readonly nodes: readonly PlannedNode[] }>();

  function nodesFor(id: string): readonly PlannedNode[] {
    const revision = chatflows.revisionOf(id);
    const known = read.get(id);
    if (known?.revision === revision) return known.nodes;
    const nodes = readStorage(chatflows.find(id).flowData);
    read.set(id, { revision, nodes });
    return nodes;
  }

  /** All flows, last changed first; other calls have their turn in between. */
  return async function* list(): AsyncGenerator<FlowStorage> {
    const ids = new Set<string>();
    for await (const flow of chatflows.names()) {
      if (!chatflows.has(flow.id)) continue;
      ids.add(flow.id);
      const nodes = nodesFor(flow.id);
      yield { flow, storage: fillStorage(flow.id, nodes, { ...values, flow: flowVariables(flow) }) };
    }
    for (const id of read.keys()) if (!ids.has(id)) read.delete(id);
  };
}
