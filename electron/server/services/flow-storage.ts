import type { ChatflowName } from '../../../shared/api/chatflows.ts';
import { AppError } from '../../../shared/errors/errors.ts';
import { type FlowDocument, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { type FillScope, fillFlow, flowVariables } from '../pipeline/compile/fill-inputs.ts';
import type { ChatflowService } from './chatflow-service.ts';
import { isStorage, localStorageOf, type StorageUser, storageNodesOf } from './deletion/deletion-targets.ts';

export interface FlowStorageOptions {
  readonly chatflows: Pick<ChatflowService, 'find' | 'has' | 'names' | 'revisionOf' | 'isPrivateOfAnother'>;
  readonly values: Omit<FillScope, 'flow'>;
}

/** A flow with where it stores. */
export interface FlowUser {
  readonly flow: ChatflowName;
  readonly user: StorageUser;
}

/** A drawing without what stores nothing; empty where it can't be read, which the editor explains. */
function readStorage(flowData: string): FlowDocument {
  try {
    const { nodes } = parseFlowDocument(flowData);
    return { nodes: nodes.filter(({ data }) => isStorage(findNodeDefinition(data.name))), edges: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { nodes: [], edges: [] };
  }
}

/** Where flows store. Drawings are large: each is read once, and only its stores and record managers stay, which variables may name anew at any time. */
export function createFlowStorage({ chatflows, values }: FlowStorageOptions) {
  const read = new Map<string, { readonly revision: number; readonly drawing: FlowDocument }>();

  function drawingOf(id: string): FlowDocument {
    const revision = chatflows.revisionOf(id);
    const known = read.get(id);
    if (known?.revision === revision) return known.drawing;
    const drawing = readStorage(chatflows.find(id).flowData);
    read.set(id, { revision, drawing });
    return drawing;
  }

  return {
    /** All flows, last changed first; other calls have their turn in between. */
    async *list(): AsyncGenerator<FlowUser> {
      const ids = new Set<string>();
      for await (const flow of chatflows.names()) {
        if (!chatflows.has(flow.id)) continue;
        ids.add(flow.id);
        const filled = fillFlow(drawingOf(flow.id), { ...values, flow: flowVariables(flow) });
        yield { flow, user: { id: flow.id, nodes: storageNodesOf(filled.flow) } };
      }
      for (const id of read.keys()) if (!ids.has(id)) read.delete(id);
    },

    /** The local collections of a flow or document store that it may look into. */
    openCollectionsOf: (user: StorageUser): string[] =>
      localStorageOf(user).collections.filter((name) => !chatflows.isPrivateOfAnother(name, user.id)),
  };
}

export type FlowStorage = ReturnType<typeof createFlowStorage>;
