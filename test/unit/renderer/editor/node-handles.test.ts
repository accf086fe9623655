import { describe, expect, test } from 'vitest';
import { canonicalHandle, handlesOf } from '../../../../renderer/editor/node-handles.ts';
import type { GraphNode } from '../../../../shared/flow/flow-document.ts';
import { starterContent } from '../../../helpers/builders/flow-content.ts';

const unknown: GraphNode = {
  id: 'pinecone_0',
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
const none = { inputs: new Set<string>(), outputs: new Set<string>() };

function nodeOf(id: string): GraphNode {
  const node = starterContent().graph.nodes.find((candidate) => candidate.id === id);
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
    expect(outputs).toMatchObject([{ label: 'Retriever', type: 'BaseRetriever' }]);
  });

  test('an edge that fits no handle has one of its own, so that it can be seen', () => {
    const bare = { ...unknown, data: { name: 'x', label: 'X', inputs: {} } };
    const { inputs } = handlesOf(bare, { ...none, inputs: new Set(['pinecone_0-input-odd-Odd']) });
    expect(inputs).toMatchObject([{ id: 'pinecone_0-input-odd-Odd', name: 'odd', type: undefined, isConnected: true }]);
  });

  test.each([
    ['fileLoader_0-output-document-Document', 'fileLoader_0-output-document-Document|json'],
    ['fileLoader_0-output-document-Old|Classes', 'fileLoader_0-output-document-Document|json'],
    ['fileLoader_0-output-gone-Document', 'fileLoader_0-output-gone-Document'],
    ['nonsense', 'nonsense'],
  ])('handle %s is drawn as %s', (handle, drawn) => {
    expect(canonicalHandle(nodeOf('fileLoader_0'), handle, 'output')).toBe(drawn);
  });
});
