import type { GraphNode } from '../../shared/flow/flow-document.ts';
import { isNote } from '../../shared/flow/flow-document.ts';
import { isCollapsed, isDisabled, setMark } from '../../shared/flow/node-marks.ts';
import type { FlowContent } from './flow-content.ts';

/** What a node can be switched to. */
export type NodeSwitch = 'disabled' | 'collapsed';

const isOn: Readonly<Record<NodeSwitch, (node: GraphNode) => boolean>> = {
  disabled: isDisabled,
  collapsed: isCollapsed,
};

/** Nodes that can be switched: notes are no part of a flow. */
export function switchableNodes({ graph }: Pick<FlowContent, 'graph'>, ids: ReadonlySet<string>): readonly GraphNode[] {
  return graph.nodes.filter((node) => ids.has(node.id) && !isNote(node));
}

/** Whether the next {@link toggleNodes} switches nodes on: while one of them is off. */
export function willSwitchOn(nodes: readonly GraphNode[], one: NodeSwitch): boolean {
  return nodes.some((node) => !isOn[one](node));
}

/** Switches nodes on, or off where all of them are on. */
export function toggleNodes(content: FlowContent, ids: ReadonlySet<string>, one: NodeSwitch): FlowContent {
  const nodes = switchableNodes(content, ids);
  if (nodes.length === 0) return content;
  const value = willSwitchOn(nodes, one) ? true : undefined;
  const switched = new Set(nodes.map(({ id }) => id));
  const { graph } = content;
  return {
    ...content,
    graph: { ...graph, nodes: graph.nodes.map((node) => (switched.has(node.id) ? setMark(node, one, value) : node)) },
  };
}
