import { describe, expect, test } from 'vitest';
import { moveNodes, removeEdges, setInput } from '../../../../renderer/editor/flow-edits.ts';
import { indexOf } from '../../../../renderer/editor/graph-index.ts';
import { starterContent } from '../../../helpers/builders/flow-content.ts';

const recordsKey = 'SQLiteRecordManager_0';

function connectedHandles(nodeId: string) {
  const { inputs, outputs } = indexOf(starterContent().graph).handles(nodeId);
  return [...inputs, ...outputs].filter(({ isConnected }) => isConnected).map(({ id }) => id);
}

describe('the index of a graph', () => {
  test('is made once for a graph, and a move keeps it', () => {
    const content = starterContent();
    const moved = moveNodes(content, new Map([['hnsw_0', { x: 20, y: 40 }]]));
    expect(indexOf(moved.graph)).toBe(indexOf(content.graph));
  });

  test('says which handles have edges', () => {
    expect(connectedHandles('fileLoader_0')).toEqual([
      'fileLoader_0-input-textSplitter-TextSplitter',
      'fileLoader_0-output-document-Document|json',
    ]);
  });

  test('gives the same handles while neither the node nor its edges change', () => {
    const content = starterContent();
    const edited = setInput(content, 'hnsw_0', 'topK', 9);
    const edge = content.graph.edges.find(({ source }) => source === recordsKey);
    const cut = removeEdges(content, new Set([edge?.id ?? '']));
    const before = indexOf(content.graph);
    expect(indexOf(edited.graph).handles('fileLoader_0')).toBe(before.handles('fileLoader_0'));
    expect(indexOf(cut.graph).handles('fileLoader_0')).toBe(before.handles('fileLoader_0'));
    expect(indexOf(cut.graph).handles('hnsw_0')).not.toEqual(before.handles('hnsw_0'));
  });

  test('gives the same edges while the nodes at their ends are of the same kind', () => {
    const { graph } = starterContent();
    const replaced = graph.nodes.map((node) => {
      return node.id === 'fileLoader_0' ? { ...node, data: { ...node.data, name: 'unknownLoader' } } : node;
    });
    const before = indexOf(graph).canonicalEdges;
    const others = indexOf({ ...graph, nodes: replaced }).canonicalEdges.filter((edge) => !before.includes(edge));
    expect(others.length).toBe(2);
    expect(others.every(({ source, target }) => [source, target].includes('fileLoader_0'))).toBe(true);
    expect(indexOf({ ...graph, edges: graph.edges.slice(1) }).canonicalEdges).toEqual(before.slice(1));
  });

  test('has no handle for an edge that leads to no node', () => {
    const { graph } = starterContent();
    const loose = { source: 'gone_0', target: 'hnsw_0' };
    const handles = indexOf({ ...graph, edges: [...graph.edges, loose] }).handles('hnsw_0');
    expect(handles).toEqual(indexOf(graph).handles('hnsw_0'));
  });

  test('has the vector stores, and nothing of a node that is gone', () => {
    const index = indexOf(starterContent().graph);
    expect(index.vectorStores.map(({ id }) => id)).toEqual(['hnsw_0']);
    expect(index.handles('gone')).toEqual({ inputs: [], outputs: [] });
  });
});
