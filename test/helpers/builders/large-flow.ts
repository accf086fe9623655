import { createEdge, createNode } from '../../../shared/flow/create-node.ts';
import type { FlowDocument, FlowEdge, FlowNode } from '../../../shared/flow/flow-document.ts';
import { inputHandleId, outputHandleId } from '../../../shared/flow/handles.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';

const { fileLoader, recursiveCharacterTextSplitter, transformersEmbeddings, hnsw, SQLiteRecordManager } =
  nodeDefinitions;

/** The nodes of a group, with their places in it. */
const parts = [
  { definition: recursiveCharacterTextSplitter, x: 0, y: 0 },
  { definition: fileLoader, x: 0, y: 140 },
  { definition: transformersEmbeddings, x: 0, y: 280 },
  { definition: SQLiteRecordManager, x: 0, y: 420 },
  { definition: hnsw, x: 320, y: 180 },
] as const;

const GROUP_WIDTH = 640;
const GROUP_HEIGHT = 600;
const GROUPS_PER_ROW = 10;

function edgeBetween(from: NodeDefinition, to: NodeDefinition, ids: readonly [number, number]): FlowEdge {
  const [source, target] = [`${from.name}_${ids[0]}`, `${to.name}_${ids[1]}`];
  const [output] = from.outputs;
  const input = to.inputs.find(({ type }) => type === output?.type);
  if (output === undefined || input === undefined) throw new Error(`No edge from ${from.name} to ${to.name}.`);
  return createEdge(source, outputHandleId(source, output), target, inputHandleId(target, input));
}

function groupNodes(group: number): FlowNode[] {
  const left = (group % GROUPS_PER_ROW) * GROUP_WIDTH;
  const top = Math.floor(group / GROUPS_PER_ROW) * GROUP_HEIGHT;
  return parts.map(({ definition, x, y }) => {
    const node = createNode(definition, `${definition.name}_${group}`, { x: left + x, y: top + y });
    return { ...node, data: { ...node.data, label: `${definition.label} ${group}` } };
  });
}

/**
 * A flow of groups of 5 nodes (splitter, loader, embedding model, record manager, store) in rows of 10. Each group has 4 edges, and each
 * loader gives to 4 stores of the groups after it too: 100 groups are 500 nodes and 800 edges.
 */
export function makeLargeFlow(groups: number): FlowDocument {
  const numbers = Array.from({ length: groups }, (_, group) => group);
  const edges = numbers.flatMap((group) => {
    const others =
      groups < 2
        ? []
        : [1, 2, GROUPS_PER_ROW, GROUPS_PER_ROW + 1].map((step) =>
            group + step < groups ? group + step : group - step,
          );
    return [
      edgeBetween(recursiveCharacterTextSplitter, fileLoader, [group, group]),
      edgeBetween(fileLoader, hnsw, [group, group]),
      edgeBetween(transformersEmbeddings, hnsw, [group, group]),
      edgeBetween(SQLiteRecordManager, hnsw, [group, group]),
      ...others.map((other) => edgeBetween(fileLoader, hnsw, [group, other])),
    ];
  });
  return { nodes: numbers.flatMap(groupNodes), edges, viewport: { x: 40, y: 40, zoom: 1 } };
}
