import { describe, expect, test } from 'vitest';
import { describeEdit } from '../../../../../renderer/editor/difference/edit-words.ts';
import { findDifference, isNoDifference } from '../../../../../renderer/editor/difference/flow-difference.ts';
import { contentOf, edgeKey, type FlowContent } from '../../../../../renderer/editor/flow-content.ts';
import {
  addNode,
  connect,
  moveNodes,
  reconnect,
  removeEdges,
  removeNodes,
  renameNode,
  setCredential,
  setInput,
} from '../../../../../renderer/editor/flow-edits.ts';
import { writeInstances } from '../../../../../shared/flow/create-node.ts';
import { parseFlowDocument } from '../../../../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../../../../shared/flow/starter-flow.ts';
import { findNodeDefinition } from '../../../../../shared/nodes/registry.ts';

const starter = contentOf(parseFlowDocument(JSON.stringify(createStarterFlow())), null);
const nodeIds = starter.graph.nodes.map(({ id }) => id);
const firstEdge = new Set(starter.graph.edges.slice(0, 1).map(edgeKey));

function wordsOf(edit: (content: FlowContent) => FlowContent, from = starter): string {
  return describeEdit(findDifference(from, edit(from)));
}

function add(name: string): (content: FlowContent) => FlowContent {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new Error(`no node ${name}`);
  return (content) => addNode(content, definition, { x: 0, y: 0 }).content;
}

describe('what undo calls an edit', () => {
  test.each<[string, (content: FlowContent) => FlowContent]>([
    ['move of “File Loader”', (content) => moveNodes(content, new Map([['fileLoader_0', { x: -40, y: 0 }]]))],
    [
      `move of ${nodeIds.length} nodes`,
      (content) => moveNodes(content, new Map(nodeIds.map((id) => [id, { x: 7, y: 7 }]))),
    ],
    ['adding of “Character Text Splitter”', add('characterTextSplitter')],
    ['removal of “File Loader”', (content) => removeNodes(content, new Set(['fileLoader_0']))],
    ['removal of 2 nodes', (content) => removeNodes(content, new Set(nodeIds.slice(0, 2)))],
    ['change of Top K in “Local vector store (HNSW)”', (content) => setInput(content, 'hnsw_0', 'topK', 9)],
    ['renaming of “File Loader” to “Papers”', (content) => renameNode(content, 'fileLoader_0', 'Papers')],
    ['change of the credential of “File Loader”', (content) => setCredential(content, 'fileLoader_0', 'abc')],
    [
      `removal of ${starter.graph.edges.length} connections`,
      (content) => removeEdges(content, new Set(content.graph.edges.map(edgeKey))),
    ],
    ['change of what calls may override', (content) => ({ ...content, apiConfig: '{"overrideConfig":{}}' })],
  ])('%s', (words, edit) => {
    expect(wordsOf(edit)).toBe(words);
  });

  test('an edge by its ends, and a moved end as one change', () => {
    const [edge] = starter.graph.edges;
    if (edge === undefined) throw new Error('no edge');
    const { source, sourceHandle, target, targetHandle } = edge;
    const ends = { source, sourceHandle: sourceHandle ?? '', target, targetHandle: targetHandle ?? '' };
    const without = removeEdges(starter, firstEdge);
    expect(describeEdit(findDifference(starter, without))).toMatch(/^removal of the connection of “.+” to “.+”$/);
    expect(wordsOf((content) => connect(content, ends), without)).toMatch(/^connection of “.+” to “.+”$/);
    expect(wordsOf((content) => reconnect(content, edgeKey(edge), { ...ends, target: 'x' }))).toBe(
      'change of a connection',
    );
  });

  test('a node put into an edge is called after the node, and one in place of another after both', () => {
    const put = (content: FlowContent) => removeEdges(add('characterTextSplitter')(content), firstEdge);
    expect(wordsOf(put)).toBe('adding of “Character Text Splitter”');
    const replace = (content: FlowContent) =>
      removeNodes(add('characterTextSplitter')(content), new Set(['fileLoader_0']));
    expect(wordsOf(replace)).toBe('replacement of “File Loader” by “Character Text Splitter”');
  });

  test('a name that was given comes first', () => {
    const pasted = add('characterTextSplitter')(starter);
    expect(describeEdit(findDifference(starter, pasted), 'paste')).toBe('pasting of 1 node');
  });
});

describe('what is no difference', () => {
  test('what saving writes of the edges, drawing of the nodes, and an empty value', () => {
    const { nodes, edges } = starter.graph;
    const drawn = writeInstances(nodes, edges).map((node) => ({ ...node, selected: true, positionAbsolute: { x: 1 } }));
    const saved = { ...starter, graph: { nodes: drawn, edges: [...edges] }, layout: new Map(starter.layout) };
    expect(isNoDifference(findDifference(starter, saved))).toBe(true);
    expect(isNoDifference(findDifference(starter, setInput(starter, 'hnsw_0', 'nothing', '')))).toBe(true);
    expect(isNoDifference(findDifference(starter, setInput(starter, 'hnsw_0', 'topK', 99)))).toBe(false);
  });
});
