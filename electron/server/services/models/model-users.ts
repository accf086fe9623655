import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import type { LocalModel } from '../../../../shared/api/models.ts';
import { chooseModel, modelOfNode } from '../../../../shared/flow/choose-model.ts';
import { readFlow } from '../../../../shared/flow/read-flow.ts';

type ModelUser = LocalModel['usedBy'][number];

export interface StoreWithModel {
  readonly id: string;
  readonly name: string;
  readonly embedding: { readonly name: string; readonly config: Readonly<Record<string, unknown>> } | null;
}

/** Who uses which on-device model, by the model's name. */
export function findModelUsers(
  flows: readonly Chatflow[],
  stores: readonly StoreWithModel[],
): ReadonlyMap<string, readonly ModelUser[]> {
  const users = new Map<string, ModelUser[]>();
  function add(model: string | undefined, user: ModelUser): void {
    if (model === undefined) return;
    const known = users.get(model) ?? [];
    if (known.some(({ id }) => id === user.id)) return;
    users.set(model, [...known, user]);
  }
  for (const { id, name, flowData } of flows) {
    for (const { data } of readFlow(flowData).flow.nodes) {
      add(modelOfNode(data.name, data.inputs), { kind: 'flow', id, name });
    }
  }
  for (const { id, name, embedding } of stores) {
    if (embedding !== null) add(modelOfNode(embedding.name, embedding.config), { kind: 'store', id, name });
  }
  return users;
}

/** A flow with another model wherever it has the built-in one; undefined when it has none such. */
export function replaceBuiltIn(flowData: string, model: string): string | undefined {
  const flow = readFlow(flowData).flow;
  const chosen = chooseModel(flow, model);
  return chosen === flow ? undefined : JSON.stringify(chosen);
}
