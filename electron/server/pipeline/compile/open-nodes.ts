import { UserError, withNodeId } from '../../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { parseParams } from '../../../../shared/flow/parse-params.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import type { NodeKind } from '../../../../shared/nodes/kinds.ts';
import type { ChatModel, ChatPool } from '../../core/chat-model.ts';
import type { EmbeddingModel, EmbeddingPool } from '../../core/embedding-model.ts';
import type { RecordManager, RecordManagerDeps } from '../../core/record-manager.ts';
import type { VectorStore, VectorStoreDeps } from '../../core/vector-store.ts';
import { type Implementation, importNode } from '../../nodes/registry.ts';
import { nameChatErrors, nameModelErrors, nameOtherModels, nameRecordErrors, nameStoreErrors } from './name-errors.ts';

/** @throws UserError INVALID_PARAM naming node and param */
export function paramsOf(node: PlannedNode): unknown {
  return parseParams(node.definition, node.inputs, { nodeId: node.id, label: node.label });
}

/**
 * Opens a node with what implements it, imported now if it was not before; what is wrong with it names the node.
 * @throws UserError UNKNOWN_NODE, INVALID_PARAM naming node and param; what `open` says
 */
export async function openNode<Kind extends NodeKind, Opened>(
  kind: Kind,
  node: PlannedNode,
  open: (implementation: Implementation<Kind>, params: unknown) => Opened | Promise<Opened>,
): Promise<Opened> {
  try {
    return await open(await importNode(kind, workingName(node.definition)), paramsOf(node));
  } catch (error) {
    throw withNodeId(error, node.id);
  }
}

/**
 * Ends the connections of what was opened.
 * @throws what the first says that could not be closed well; the others are closed all the same
 */
export async function closeOpened(...opened: readonly (VectorStore | RecordManager | undefined)[]): Promise<void> {
  const ends = await Promise.allSettled(opened.map((one) => one?.close()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Opens the plan's vector store; its errors name the node.
 * @throws UserError COLLECTION_PRIVATE
 */
export async function openStore(
  { store: node }: Pick<UpsertPlan, 'store'>,
  ownerId: string,
  deps: VectorStoreDeps,
): Promise<VectorStore> {
  return openNode('vectorstore', node, (implementation, params) => {
    const store = implementation.open(params, undefined, { ...deps, ownerId });
    deps.assertOpenTo?.(store.collection, ownerId);
    return nameStoreErrors(store, node.id);
  });
}

/** Opens the plan's record manager, if it has one; its errors name the node. */
export async function openRecords(
  { recordManager: node }: Pick<UpsertPlan, 'recordManager'>,
  ownerId: string,
  collection: string,
  deps: RecordManagerDeps,
): Promise<RecordManager | undefined> {
  if (node === undefined) return undefined;
  return openNode('recordmanager', node, (implementation, params) =>
    nameRecordErrors(implementation.open(params, undefined, { ...deps, ownerId, collection }), node.id),
  );
}

/** Opens the plan's embedding model; errors of it, now and later, name the node. */
export async function openModel(
  { embedding: node }: Pick<UpsertPlan, 'embedding'>,
  deps: EmbeddingPool,
  signal: AbortSignal,
  onMessage: (message: string, fraction: number | undefined) => void,
): Promise<EmbeddingModel> {
  return openNode('embedding', node, async (implementation, params) => {
    const model = await implementation.open(params, undefined, {
      signal,
      onProgress: ({ message, fraction }) => onMessage(message, fraction),
      openLocalModel: deps.openLocalModel,
    });
    return nameModelErrors(model, node.id);
  });
}

/** Opens a chat model; errors of it, now and later, name the node. */
export async function openChatModel(node: PlannedNode, pool: ChatPool): Promise<ChatModel> {
  return openNode('chatmodel', node, (implementation, params) => {
    const model = implementation.open(params, undefined, pool);
    const listing = nameOtherModels(model, (signal) => implementation.listModels?.(params, signal));
    return nameChatErrors(listing, node.id);
  });
}

/**
 * A collection holds vectors of one model.
 * @throws UserError EMBEDDING_MISMATCH (409)
 */
export async function checkModel(
  store: VectorStore,
  model: EmbeddingModel,
  nodeId: string,
  signal: AbortSignal,
): Promise<void> {
  const bound = await store.model(signal);
  if (bound === undefined) return;
  const isSame = bound.id === undefined || bound.id === model.id;
  if (isSame && (model.dimensions ?? bound.dimensions) === bound.dimensions) return;
  if ((await store.count(signal)) === 0) return;
  throw new UserError(
    'EMBEDDING_MISMATCH',
    `The collection ${store.collection} holds vectors of ${bound.id ?? 'another model'} (${bound.dimensions} dimensions), and the flow embeds with ${model.id}: go back to that model, or name a new collection in the vector store.`,
    {
      nodeId,
      details: {
        collection: store.collection,
        expected: bound,
        actual: { id: model.id, dimensions: model.dimensions },
      },
    },
  );
}
