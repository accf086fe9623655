import { type AnswerReference, replaceReferences } from '../../../../shared/flow/answer-reference.ts';
import type { FlowPlan, PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { inputsOf } from '../../../../shared/nodes/param-inputs.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';

/** The nodes that are wired to an input of a node, in the order of the drawing. */
export function sourcesOf(plan: FlowPlan, { id }: PlannedNode, input: string): readonly PlannedNode[] {
  const edges = plan.edges.filter((edge) => edge.target === id && edge.input === input);
  return edges.flatMap(({ source }) => plan.nodes.find((node) => node.id === source) ?? []);
}

/**
 * The inputs of a node as it is opened with them: texts in the place of what they refer to; a text that is not written is what is wired to it. A wire into JSON only lets that refer to its
 * source, as in Flowise.
 * @param textOf what a reference stands for
 */
export async function wiredInputs(
  plan: FlowPlan,
  node: PlannedNode,
  textOf: (reference: AnswerReference) => Promise<string>,
): Promise<PlannedNode['inputs']> {
  const texts = inputsOf(node.definition).filter(
    ({ name, type, handleClass }) => type === 'Text' && handleClass !== 'json' && isUnset(node.inputs[name]),
  );
  const wired: [string, string][] = [];
  for (const { name } of texts) {
    const found: string[] = [];
    for (const source of sourcesOf(plan, node, name)) found.push(await textOf({ to: 'node', id: source.id }));
    if (found.length > 0) wired.push([name, found.join('\n')]);
  }
  return replaceReferences(node.definition, { ...node.inputs, ...Object.fromEntries(wired) }, textOf);
}
