import type { NodeDefinition } from '../../shared/nodes/define-node.ts';

/** The muted line of a card. While a value is wrong it says so; the mark on the card says which. */
export function summaryOf(definition: NodeDefinition, inputs: Readonly<Record<string, unknown>>): string {
  const parsed = definition.params.safeParse(inputs);
  return parsed.success ? definition.summary(parsed.data) : 'Check its settings';
}
