import { contentOf, type FlowContent } from '../../../renderer/editor/flow-content.ts';
import { createStarterFlow } from '../../../shared/flow/starter-flow.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';

/** The starter flow as the editor holds it. */
export function starterContent(): FlowContent {
  return contentOf(createStarterFlow(), null);
}

export function definitionOf(name: string): NodeDefinition {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`There is no node ${name}.`);
  return definition;
}
