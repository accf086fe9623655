import { describe, expect, test } from 'vitest';
import { edgeKey, emptyContent, snapToGrid } from '../../../../renderer/editor/flow-content.ts';
import {
  addNode,
  connect,
  moveNodes,
  reconnect,
  removeEdges,
  removeNodes,
  renameNode,
  setInput,
} from '../../../../renderer/editor/flow-edits.ts';
import { definitionOf, starterContent } from '../../../helpers/builders/flow-content.ts';

const ends = {
  source: 'fileLoader_0',
  sourceHandle: 'fileLoader_0-output-document-Document|json',
  target: 'hnsw_0',
  targetHandle: 'hnsw_0-input-document-Document',
};

describe('places', () => {
  test.each([
    [
      { x: 9, y: 11 },
      { x: 0, y: 20 },
    ],
    [
      { x: -31, y: 30 },
      { x: -40, y: 40 },
    ],
  ])('%j snaps to %j', (point, snapped) => expect(snapToGrid(point)).toEqual(snapped));

  test('nodes of one kind are numbered', () => {
    const first = addNode(emptyContent, definitionOf('pdfFile'), { x: 100, y: 100 });
    const second = addNode(first.content, definitionOf('pdfFile'), { x: 100, y: 100 });
    expect(second.content.graph.nodes.map((node) => node.id)).toEqual(['pdfFile_0', 'pdfFile_1']);
  });
});

describe('edits', () => {
  test('removing a node removes its edges only', () => {
    const content = removeNodes(starterContent(), new Set(['fileLoader_0']));
    expect(content.graph.nodes).toHaveLength(4);
    expect(content.graph.edges.map((edge) => edge.source)).toEqual([
      'transformersEmbeddings_0',
      'SQLiteRecordManager_0',
    ]);
  });

  test('nothing to do gives the same content', () => {
    const content = starterContent();
    expect(removeNodes(content, new Set())).toBe(content);
    expect(removeEdges(content, new Set())).toBe(content);
    expect(moveNodes(content, new Map([['hnsw_0', { x: 600, y: 180 }]]))).toBe(content);
    expect(connect(content, ends)).toBe(content);
    expect(renameNode(content, 'hnsw_0', 'Local vector store (HNSW)')).toBe(content);
  });

  test('moving changes the place of the moved node only', () => {
    const before = starterContent();
    const after = moveNodes(before, new Map([['hnsw_0', { x: 20, y: 40 }]]));
    expect(after.layout.get('hnsw_0')).toEqual({ x: 20, y: 40 });
    expect([...after.layout].filter(([id, place]) => place !== before.layout.get(id))).toHaveLength(1);
    expect(after.graph).toBe(before.graph);
  });

  test('an edge without an id is found by its ends', () => {
    const [first, ...others] = starterContent().graph.edges;
    if (first === undefined) throw new Error('No edge');
    const { id, ...bare } = first;
    const start = starterContent();
    const content = { ...start, graph: { ...start.graph, edges: [bare, ...others] } };
    expect(edgeKey(bare)).toBe(id);
    expect(removeEdges(content, new Set([edgeKey(bare)])).graph.edges).toEqual(others);
  });

  test('moving the end of an edge keeps what else it carries, and doubles none', () => {
    const start = starterContent();
    const edges = start.graph.edges.map((edge) => ({ ...edge, animated: true }));
    const added = addNode({ ...start, graph: { ...start.graph, edges } }, definitionOf('hnsw'), { x: 900, y: 0 });
    const key = edgeKey(edges[1] ?? ends);
    const moved = { ...ends, target: added.nodeId, targetHandle: `${added.nodeId}-input-document-Document` };
    const content = reconnect(added.content, key, moved);
    const edge = content.graph.edges.find((candidate) => candidate.target === added.nodeId);
    expect(edge).toMatchObject({ ...moved, animated: true });
    expect(content.graph.edges).toHaveLength(4);
    const again = reconnect(connect(content, ends), edgeKey(connect(content, ends).graph.edges.at(-1) ?? ends), moved);
    expect(again.graph.edges.filter((candidate) => candidate.target === added.nodeId)).toHaveLength(1);
  });

  test('a value and a label change nothing else of the node', () => {
    const before = starterContent();
    const after = renameNode(setInput(before, 'hnsw_0', 'topK', 9), 'hnsw_0', 'Store');
    const node = after.graph.nodes.find((candidate) => candidate.id === 'hnsw_0');
    const old = before.graph.nodes.find((candidate) => candidate.id === 'hnsw_0');
    expect(node?.data).toEqual({ ...old?.data, label: 'Store', inputs: { ...old?.data.inputs, topK: 9 } });
  });

  test('override switches under a label follow the renamed node', () => {
    const apiConfig = JSON.stringify({
      overrideConfig: { status: true, nodes: { 'File Loader': [{ name: 'files', enabled: true }] } },
    });
    const content = renameNode({ ...starterContent(), apiConfig }, 'fileLoader_0', 'Reports');
    expect(JSON.parse(content.apiConfig ?? '')).toEqual({
      overrideConfig: { status: true, nodes: { fileLoader_0: [{ name: 'files', enabled: true }] } },
    });
  });

  test('switches under a label that two nodes share stay', () => {
    const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes: { 'File Loader': [] } } });
    const two = addNode({ ...starterContent(), apiConfig }, definitionOf('fileLoader'), { x: 0, y: 600 }).content;
    expect(renameNode(two, 'fileLoader_0', 'Reports').apiConfig).toBe(apiConfig);
  });
});
