import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';

/** A node of a compiled flow; its id is its name. */
export function planNode(name: string, inputs: Readonly<Record<string, unknown>> = {}): PlannedNode {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`No node ${name}`);
  return { id: name, label: definition.label, definition, inputs };
}
