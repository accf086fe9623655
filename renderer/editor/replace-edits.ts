import type { FlowGraph, GraphNode } from '../../shared/flow/flow-document.ts';
import { keptSettings, replaceUnknown } from '../../shared/flow/replace-unknown.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { shownParam } from '../../shared/nodes/shown-param.ts';
import { t } from '../../shared/texts/t.ts';
import type { FlowContent } from './flow-content.ts';
import { moveLabelOverrides } from './override-config.ts';

/** Which unknown nodes are replaced, by what. */
export type Replacements = readonly { readonly node: GraphNode; readonly by: NodeDefinition }[];

/** Override switches that are stored under a label that changes follow the node. */
function followLabel(apiConfig: string | null, before: FlowGraph, node: GraphNode, after: FlowGraph): string | null {
  const { label } = node.data;
  const now = after.nodes.find(({ id }) => id === node.id)?.data.label;
  const isShared = before.nodes.some((other) => other.id !== node.id && other.data.label === label);
  return now === label || isShared ? apiConfig : moveLabelOverrides(apiConfig, label, node.id);
}

/** Replaces unknown nodes by others, and preserves as much of them as possible. */
export function replaceNodes(content: FlowContent, replacements: Replacements): FlowContent {
  let { graph, apiConfig } = content;
  for (const { node, by } of replacements) {
    const after = replaceUnknown(graph, node, by);
    apiConfig = followLabel(apiConfig, graph, node, after);
    graph = after;
  }
  return { ...content, graph, apiConfig };
}

/** What of an unknown node stays when another one takes its place. */
export interface Preserved {
  /** Titles of the settings. */
  readonly settings: readonly string[];
  /** Wires that stay, and that go because nothing there takes or gives the like. */
  readonly wires: number;
  readonly lostWires: number;
}

function titleOf(definition: NodeDefinition, param: string): string {
  const schema = definition.params.shape[param];
  return schema === undefined ? t('Credential') : shownParam(schema).title;
}

/** Tells what a replacement keeps, before it is done. */
export function previewReplacement(graph: FlowGraph, node: GraphNode, by: NodeDefinition): Preserved {
  const count = ({ edges }: FlowGraph) =>
    edges.filter(({ source, target }) => source === node.id || target === node.id).length;
  const wires = count(replaceUnknown(graph, node, by));
  return {
    settings: Object.keys(keptSettings(node, by)).map((param) => titleOf(by, param)),
    wires,
    lostWires: count(graph) - wires,
  };
}
