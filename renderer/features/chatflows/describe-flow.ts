import { type FlowNode, isNote, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { keepsElsewhere } from '../../../shared/flow/local-storage.ts';
import { placeWords, storesElsewhereOf } from '../../../shared/flow/stores-elsewhere.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';

export interface FlowGlance {
  readonly nodeCount: number;
  /** One of each sort, in the order of the drawing from left to right; undefined for nodes that we do not have. */
  readonly definitions: readonly (NodeDefinition | undefined)[];
}

function nodesOf(flowData: string): readonly FlowNode[] {
  try {
    return parseFlowDocument(flowData).nodes.filter((node) => !isNote(node));
  } catch {
    return []; // the editor says what is wrong with it; the list still offers to open or delete it
  }
}

/** What a flow's row shows of its document. */
export function glanceAt(flowData: string): FlowGlance {
  const nodes = nodesOf(flowData).toSorted((a, b) => a.position.x - b.position.x);
  const names = new Set(nodes.map((node) => node.data.name));
  return { nodeCount: nodes.length, definitions: [...names].map(findNodeDefinition) };
}

/** Labels of stores and records that deleting the flow leaves as they are, each once. */
export function storesElsewhere(flowData: string): string[] {
  const nodes = nodesOf(flowData).filter(({ data }) => keepsElsewhere(data.name));
  return [...new Set(nodes.map(({ data }) => findNodeDefinition(data.name)?.label ?? data.label))];
}

export interface PlacesElsewhere {
  /** "Qdrant at qdrant.example:6333", each once. */
  readonly places: readonly string[];
  /** Of one of them there are no records, so that only a whole collection can go. */
  readonly lacksRecords: boolean;
}

/** Vector stores and records elsewhere that deleting the flow can reach. */
export function placesElsewhere(flowData: string): PlacesElsewhere {
  const uses = nodesOf(flowData).length === 0 ? [] : storesElsewhereOf(parseFlowDocument(flowData));
  const nodes = uses.flatMap(({ store, recordManager }) => [store, recordManager]);
  const outside = nodes.filter((node) => node !== undefined && keepsElsewhere(node.definition.name));
  return {
    places: [...new Set(outside.flatMap((node) => (node === undefined ? [] : placeWords(node))))],
    lacksRecords: uses.some(({ recordManager }) => recordManager === undefined),
  };
}
