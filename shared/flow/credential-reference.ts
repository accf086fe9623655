import type { NodeDefinition } from '../nodes/define-node.ts';
import { paramInfo } from '../nodes/params.ts';
import { isBlank } from '../nodes/unset.ts';
import type { GraphNode } from './flow-document.ts';

/** Input that holds the id of a credential: in a document store's settings, and as Flowise names the param of its nodes. */
export const CREDENTIAL_INPUT = 'credential';

/** Inputs that hold such an id, Flowise's own among them. */
export const CREDENTIAL_INPUTS: readonly string[] = [CREDENTIAL_INPUT, 'FLOWISE_CREDENTIAL_ID'];

/** Names of a node's secret params. */
export function secretNames(definition: NodeDefinition): readonly string[] {
  return Object.entries(definition.params.shape)
    .filter(([, schema]) => paramInfo(schema).kind === 'secret')
    .map(([name]) => name);
}

/** Secret params that the node can't run without, as its other values are. */
export function requiredSecrets(
  definition: NodeDefinition,
  inputs: Readonly<Record<string, unknown>>,
): readonly string[] {
  return secretNames(definition).filter((name) => {
    const schema = definition.params.shape[name];
    if (schema === undefined) return false;
    const { required, requiredWith, requiredWithout } = paramInfo(schema);
    if (requiredWith !== undefined) return !isBlank(inputs[requiredWith]);
    return required || (requiredWithout !== undefined && isBlank(inputs[requiredWithout]));
  });
}

/** Secrets among these that have no value. */
export function unsetSecrets(names: readonly string[], inputs: Readonly<Record<string, unknown>>): readonly string[] {
  return names.filter((name) => isBlank(inputs[name]));
}

/** Id of the credential that a node refers to; "" if it refers to none. */
export function credentialOf(node: Pick<GraphNode, 'data'>): string {
  const own = node.data.credential;
  if (typeof own === 'string' && own !== '') return own;
  const input = node.data.inputs[CREDENTIAL_INPUT];
  return typeof input === 'string' ? input : '';
}
