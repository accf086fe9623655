import { type FlowDocument, type FlowNode, isNote, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { isRemoteNode, placeWords, remotePlacesOf } from '../../../shared/flow/remote-stores.ts';

export interface FlowGlance {
  readonly flow: FlowDocument;
  /** Without notes. */
  readonly nodeCount: number;
}

const NOTHING: FlowDocument = { nodes: [], edges: [] };

function documentOf(flowData: string): FlowDocument {
  try {
    return parseFlowDocument(flowData);
  } catch {
    return NOTHING; // the editor says what is wrong with it; the list still offers to open or delete it
  }
}

function nodesOf(flowData: string): readonly FlowNode[] {
  return documentOf(flowData).nodes.filter((node) => !isNote(node));
}

/** What a flow's row shows of its document. */
export function glanceAt(flowData: string): FlowGlance {
  const flow = documentOf(flowData);
  return { flow, nodeCount: flow.nodes.filter((node) => !isNote(node)).length };
}

export interface RemotePlaces {
  /** "Qdrant at qdrant.example:6333", each once. */
  readonly places: readonly string[];
  /** Of one of them there are no records, so that only a whole collection can go. */
  readonly lacksRecords: boolean;
}

/** Remote vector stores and records that deleting the flow can reach. */
export function remotePlaces(flowData: string): RemotePlaces {
  const uses = nodesOf(flowData).length === 0 ? [] : remotePlacesOf(parseFlowDocument(flowData));
  const nodes = uses.flatMap(({ store, recordManager }) => [store, recordManager]);
  const outside = nodes.filter((node) => node !== undefined && isRemoteNode(node.definition.name));
  return {
    places: [...new Set(outside.flatMap((node) => (node === undefined ? [] : placeWords(node))))],
    lacksRecords: uses.some(({ recordManager }) => recordManager === undefined),
  };
}
