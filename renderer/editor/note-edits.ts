import { nextNodeId } from '../../shared/flow/create-node.ts';
import type { GraphNode } from '../../shared/flow/flow-document.ts';
import { setMark } from '../../shared/flow/node-marks.ts';
import { createNote, limitNoteSize, type NoteColour, type NoteSize, noteSize } from '../../shared/flow/notes.ts';
import { addElements, type FlowContent, type Point, placeNodes } from './flow-content.ts';
import { findFreePlace } from './free-place.ts';

function mapNote({ graph, ...rest }: FlowContent, id: string, change: (node: GraphNode) => GraphNode): FlowContent {
  return { ...rest, graph: { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)) } };
}

/** Adds an empty note at the wanted place, or near it where it covers no node; says its id. */
export function addNote(
  content: FlowContent,
  wanted: Point,
): { readonly content: FlowContent; readonly nodeId: string } {
  const nodeId = nextNodeId('stickyNote', new Set(content.graph.nodes.map(({ id }) => id)));
  const note = createNote(nodeId, wanted);
  const placed = { ...note, position: { ...findFreePlace(placeNodes(content, content.graph.nodes), note) } };
  return { content: addElements(content, { nodes: [placed], edges: [] }), nodeId };
}

export function colourNote(content: FlowContent, id: string, colour: NoteColour): FlowContent {
  return mapNote(content, id, (note) => setMark(note, 'colour', colour));
}

/** Gives a note another size, as far as a note may have it. */
export function resizeNote(content: FlowContent, id: string, wanted: NoteSize): FlowContent {
  const note = content.graph.nodes.find((node) => node.id === id);
  if (note === undefined) return content;
  const { width, height } = limitNoteSize(wanted);
  const before = noteSize(note);
  if (before.width === width && before.height === height) return content;
  return mapNote(content, id, (node) => ({ ...node, width, height }));
}
