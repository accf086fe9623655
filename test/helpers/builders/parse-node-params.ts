import { parseParams } from '../../../shared/flow/parse-params.ts';
import type { NodeDefinition, ParamsOf } from '../../../shared/nodes/define-node.ts';

/** Params of a node as a run gets them. @throws UserError as in a run, for values that the definition rejects */
export function parseNodeParams<D extends NodeDefinition>(
  definition: D,
  inputs: Readonly<Record<string, unknown>>,
): ParamsOf<D> {
  return parseParams(definition, inputs, { nodeId: `${definition.name}_0`, label: definition.label });
}
