import { describe, expect, test } from 'vitest';
import { canonicalHandle, handlesOf, usedHandles } from '../../../../renderer/editor/node-handles.ts';
import { createNodeViews, toCanvasEdges } from '../../../../renderer/features/canvas/view-elements.ts';
import type { FlowNode } from '../../../../shared/flow/flow-document.ts';
import { starterContent } from '../../../helpers/builders/flow-content.ts';

const unknown: FlowNode = {
  id: 'pinecone_0',
  position: { x: 0, y: 0 },
  data: {
    name: 'pinecone',
    label: 'Pinecone',
    inputs: {},
    inputAnchors: [{ id: 'pinecone_0-input-embeddings-Embeddings', label: 'Embeddings', name: 'embeddings' }],
    outputAnchors: [
      {
        name: 'output',
        options: [{ id: 'pinecone_0-output-retriever-Pinecone|VectorStoreRetriever', label: 'Retriever' }],
      },
    ],
  },
};
const none = { inputs: [], outputs: [] };

function nodeOf(id: string): FlowNode {
  const node = starterContent().nodes.find((candidate) => candidate.id === id);
  if (node === undefined) throw new Error(`No ${id}`);
  return node;
}

describe('handles', () => {
  test('a known node has those of its definition', () => {
    const { inputs, outputs } = handlesOf(nodeOf('hnsw_0'), none);
    expect(inputs.map((handle) => [handle.id, handle.type, handle.isOptional])).toEqual([
      ['hnsw_0-input-document-Document', 'Document', false],
      ['hnsw_0-input-embeddings-Embeddings', 'Embeddings', false],
      ['hnsw_0-input-recordManager-RecordManager', 'RecordManager', true],
    ]);
    expect(outputs.map((handle) => handle.name)).toEqual(['retriever', 'vectorStore']);
  });

  test('an unknown node has those that were saved with it', () => {
    const { inputs, outputs } = handlesOf(unknown, none);
    expect(inputs).toMatchObject([{ label: 'Embeddings', type: 'Embeddings' }]);
    expect(outputs).toMatchObject([{ label: 'Retriever', type: 'VectorStore' }]);
  });

  test('an edge that fits no handle has one of its own, so that it can be seen', () => {
    const bare = { ...unknown, data: { name: 'x', label: 'X', inputs: {} } };
    const { inputs } = handlesOf(bare, { inputs: ['pinecone_0-input-odd-Odd'], outputs: [] });
    expect(inputs).toMatchObject([{ id: 'pinecone_0-input-odd-Odd', name: 'odd', type: undefined }]);
  });

  test.each([
    ['fileLoader_0-output-document-Document', 'fileLoader_0-output-document-Document|json'],
    ['fileLoader_0-output-document-Old|Classes', 'fileLoader_0-output-document-Document|json'],
    ['fileLoader_0-output-gone-Document', 'fileLoader_0-output-gone-Document'],
    ['nonsense', 'nonsense'],
  ])('handle %s is drawn as %s', (handle, drawn) => {
    expect(canonicalHandle(nodeOf('fileLoader_0'), handle, 'output')).toBe(drawn);
  });

  test('handles in use', () => {
    expect(usedHandles(nodeOf('fileLoader_0'), starterContent().edges)).toEqual({
      inputs: ['fileLoader_0-input-textSplitter-TextSplitter'],
      outputs: ['fileLoader_0-output-document-Document|json'],
    });
  });
});

describe('what React Flow draws', () => {
  test('a node that did not change gives the same object', () => {
    const toViews = createNodeViews();
    const { nodes } = starterContent();
    const size = { width: 240, height: 90 };
    const before = toViews(nodes, new Set(), new Map([['hnsw_0', size]]));
    const after = toViews(nodes, new Set(['hnsw_0']), new Map([['hnsw_0', size]]));
    expect(after.filter((view, index) => view !== before[index]).map((view) => view.id)).toEqual(['hnsw_0']);
    expect(after.find((view) => view.id === 'hnsw_0')).toMatchObject({ selected: true, measured: size });
  });

  test('saved sizes and styles of another editor are not drawn', () => {
    const [view] = createNodeViews()([{ ...unknown, width: 300, height: 600, style: {} }], new Set(), new Map());
    expect(view).not.toHaveProperty('width');
    expect(view).toMatchObject({ type: 'customNode' });
  });

  test('edges have the colour of what flows, and stray or doubled ones are left out', () => {
    const { nodes, edges } = starterContent();
    const stray = { source: 'gone_0', target: 'hnsw_0', id: 'stray' };
    const drawn = toCanvasEdges(nodes, [...edges, ...edges, stray], new Set());
    expect(drawn.map((edge) => edge.data?.type)).toEqual(['TextSplitter', 'Document', 'Embeddings', 'RecordManager']);
  });
});
