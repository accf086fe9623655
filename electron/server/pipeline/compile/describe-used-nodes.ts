import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { describeNode } from '../../../../shared/nodes/describe-node.ts';
import { categoryOf } from '../../../../shared/nodes/kinds.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';

type Inputs = Readonly<Record<string, unknown>>;

/** Characters of a value: an upsert with a thousand of them must not swell the history. */
const LONGEST_VALUE = 2000;

function shorten(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : value;
}

function describe({ id, label, definition }: PlannedNode, inputs: Inputs, fileNames: readonly string[]): UsedNode {
  const { name } = definition;
  const params = describeNode(definition).params.filter(
    (param) => param.type !== 'password' && param.type !== 'credential',
  );
  const values = params.map((param) => {
    const saved = isUnset(inputs[param.name]) ? param.default : inputs[param.name];
    const value = param.type === 'file' ? fileNames.join(', ') : saved;
    return { label: param.label, name: param.name, type: param.type, value: shorten(value) };
  });
  return {
    label,
    name,
    category: categoryOf(definition),
    id,
    paramValues: values.filter(({ value }) => !isUnset(value)),
  };
}

/**
 * Nodes of a plan with the values that they run with, for the history.
 * @param inputs of a node before variables and credentials took their places: what those stand for is nobody's to read
 */
export function describeUsedNodes(
  nodes: readonly PlannedNode[],
  inputs: (node: PlannedNode) => Inputs,
  files: ReadonlyMap<string, readonly { readonly name: string }[]> = new Map(),
): UsedNode[] {
  return nodes.map((node) =>
    describe(
      node,
      inputs(node),
      (files.get(node.id) ?? []).map((file) => file.name),
    ),
  );
}
