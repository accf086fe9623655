import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { findStoreReader } from '../../../shared/flow/find-store-reader.ts';
import type { FlowGraph } from '../../../shared/flow/flow-document.ts';
import type { FlowPlan } from '../../../shared/flow/flow-plan.ts';
import { isStoreReader } from '../../../shared/flow/targets.ts';
import { parseJson } from '../../../shared/json/parse-json.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { Askable } from '../../api/ask.ts';

/** What a question goes to, and how. */
export interface QueryTarget extends Pick<Askable, 'id' | 'kind'> {
  /** Vector store of a flow that has several. */
  readonly nodeId?: string | undefined;
  /** The node of a flow that is queried, if several answer. */
  readonly stopNodeId?: string | undefined;
  /** The same of those that answer in words. */
  readonly answeringNodeId?: string | undefined;
  /** The retriever behind the store, which leaves some of the passages out. */
  readonly retriever?: string | undefined;
  /** Whether a chat model is drawn: then answers are Markdown while nothing else is known of them. */
  readonly hasModel?: boolean;
  /** Whether the store compares words too, and not only meaning. */
  readonly searchesWords: boolean;
  /** Why answers do not come as you type; undefined: they do. */
  readonly waits: WaitReason | undefined;
}

/** Why a question waits for Enter. */
export type WaitReason =
  | { readonly because: 'service'; readonly label: string }
  | { readonly because: 'rate-limit' }
  | { readonly because: 'key' }
  | { readonly because: 'unknown' };

function definitionsOf(graph: FlowGraph): readonly NodeDefinition[] {
  return graph.nodes.flatMap(({ data }) => findNodeDefinition(data.name) ?? []);
}

function waitFor(parts: readonly NodeDefinition[]): WaitReason | undefined {
  const service = parts.find(({ connects }) => connects === true);
  return service === undefined ? undefined : { because: 'service', label: service.label };
}

function searchesWords(parts: readonly NodeDefinition[]): boolean {
  return parts.every(
    ({ kind, params, byMeaning }) => byMeaning !== true && (kind !== 'vectorstore' || 'searchMode' in params.shape),
  );
}

function isLimited(apiConfig: string | null): boolean {
  const config = parseJson(apiConfig ?? '');
  if (typeof config !== 'object' || config === null || !('rateLimit' in config)) return false;
  const { rateLimit } = config;
  return typeof rateLimit === 'object' && rateLimit !== null && 'status' in rateLimit && rateLimit.status === true;
}

/** The query target of a document store; one that is not known yet waits for Enter. */
export function targetOfStore(id: string, store: DocumentStore | undefined): QueryTarget {
  const configs = [store?.vectorStoreConfig, store?.embeddingConfig];
  const parts = configs.flatMap((config) => findNodeDefinition(config?.name ?? '') ?? []);
  const waits: WaitReason | undefined = parts.length < configs.length ? { because: 'unknown' } : waitFor(parts);
  return { id, kind: 'store', searchesWords: searchesWords(parts), waits };
}

export interface OpenFlow {
  readonly id: string;
  readonly graph: FlowGraph;
  /** For questions. */
  readonly plan: FlowPlan | undefined;
  /** The chosen vector store, if it has several. */
  readonly storeId: string | undefined;
  /** The node that is queried, if several answer. */
  readonly target: string | undefined;
  /** The same of those that answer in words. */
  readonly answeringTarget: string | undefined;
  readonly apiConfig: string | null;
  readonly isBoundToKey: boolean;
  /** The document store that it reads, once it is known. */
  readonly store: DocumentStore | undefined;
}

/** Whether what it gives is chosen from what a store finds. */
function isBehindStore(definition: NodeDefinition): boolean {
  return definition.kind === 'retriever' && !isStoreReader(definition);
}

/** The query target of a flow. */
export function targetOfFlow({
  id,
  graph,
  plan,
  storeId,
  target,
  answeringTarget,
  apiConfig,
  isBoundToKey,
  store,
}: OpenFlow): QueryTarget {
  const reads = findStoreReader(graph, target) !== undefined;
  const parts =
    plan?.nodes.map(({ definition }) => definition) ??
    definitionsOf(graph).filter(({ kind }) => kind === 'vectorstore' || kind === 'embedding');
  const read = reads ? targetOfStore(id, store) : undefined;
  const bound: WaitReason | undefined = isBoundToKey ? { because: 'key' } : undefined;
  const limited: WaitReason | undefined = isLimited(apiConfig) ? { because: 'rate-limit' } : undefined;
  return {
    id,
    kind: 'flow',
    nodeId: storeId,
    stopNodeId: target,
    answeringNodeId: answeringTarget,
    retriever: plan === undefined || !isBehindStore(plan.target.definition) ? undefined : plan.target.label,
    hasModel: definitionsOf(graph).some(({ kind }) => kind === 'chatmodel'),
    searchesWords: searchesWords(parts) && read?.searchesWords !== false,
    waits: waitFor(parts) ?? read?.waits ?? limited ?? bound,
  };
}
