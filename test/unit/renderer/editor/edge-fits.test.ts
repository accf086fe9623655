import { describe, expect, test } from 'vitest';
import { dropFit, edgeFits, edgeOptions, joinEdge, newJoiner } from '../../../../renderer/editor/edge-fits.ts';
import { addElements, edgeKey, type FlowContent } from '../../../../renderer/editor/flow-content.ts';
import { addNode, removeEdges } from '../../../../renderer/editor/flow-edits.ts';
import { indexOf } from '../../../../renderer/editor/graph-index.ts';
import type { FlowNode } from '../../../../shared/flow/flow-document.ts';
import { definitionOf, starterContent } from '../../../helpers/builders/flow-content.ts';

/** Key of the edge of the starter flow between two kinds of node. */
function keyOf(content: FlowContent, source: string, target: string): string {
  const edge = content.graph.edges.find((candidate) => candidate.source === source && candidate.target === target);
  if (edge === undefined) throw new Error(`There is no edge from ${source} to ${target}.`);
  return edgeKey(edge);
}

const ENDS = {
  document: ['fileLoader_0', 'hnsw_0'],
  splitter: ['recursiveCharacterTextSplitter_0', 'fileLoader_0'],
  embeddings: ['transformersEmbeddings_0', 'hnsw_0'],
} as const;

/** The starter flow without the edge from its splitter, or from its record manager. */
function starterWithout(node: string): FlowContent {
  const content = starterContent();
  const gone = content.graph.edges.filter(({ source }) => source === node).map(edgeKey);
  return removeEdges(content, new Set(gone));
}

/** A node of another app that takes documents and gives them, such as one that changes them. */
const changer: FlowNode = {
  id: 'changer_0',
  type: 'customNode',
  position: { x: 0, y: 900 },
  data: {
    name: 'changer',
    label: 'Changer',
    inputs: {},
    inputAnchors: [{ id: 'changer_0-input-document-Document', label: 'Document' }],
    outputAnchors: [{ id: 'changer_0-output-changer-Document', label: 'Changer' }],
  },
};

describe('a node on an edge', () => {
  test.each([
    ['pdfFile', 'document', ['target', 'instead']],
    ['tokenTextSplitter', 'document', []],
    ['tokenTextSplitter', 'splitter', ['instead']],
    ['openAIEmbeddings', 'embeddings', ['instead']],
    ['postgresRecordManager', 'document', []],
    ['pdfFile', 'embeddings', ['target']],
    ['chroma', 'document', []],
  ] as const)('%s on the edge of the %s joins it as %j', (name, edge, kinds) => {
    const content = starterContent();
    const joiner = newJoiner(content.graph, definitionOf(name));
    const [source, target] = ENDS[edge];
    const key = keyOf(content, source, target);
    const found = edgeFits(content.graph, key, joiner);
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    expect(dropFit(content.graph, key, joiner)?.kind).toBe(kinds.find((kind) => kind !== 'instead'));
  });

  test.each([
    ['tokenTextSplitter', 'recursiveCharacterTextSplitter_0', 'source', 'fileLoader_0'],
    ['postgresRecordManager', 'SQLiteRecordManager_0', 'target', 'hnsw_0'],
  ] as const)(
    '%s is connected to the end of the edge of documents that has room for it',
    (name, without, kind, fed) => {
      const content = starterWithout(without);
      const key = keyOf(content, ...ENDS.document);
      const found = dropFit(content.graph, key, newJoiner(content.graph, definitionOf(name)));
      if (found === undefined) throw new Error('It fits.');
      expect(found.kind).toBe(kind);
      const added = addNode(content, definitionOf(name), { x: 0, y: 0 });
      const { graph } = joinEdge(added.content, found);
      expect(graph.edges.slice(content.graph.edges.length)).toMatchObject([{ source: added.nodeId, target: fed }]);
      expect(graph.edges.some((edge) => edgeKey(edge) === key)).toBe(true);
    },
  );

  test('goes between the ends where it takes what the one gives and gives what the other takes', () => {
    const content = addElements(starterContent(), { nodes: [changer], edges: [] });
    const key = keyOf(content, ...ENDS.document);
    const joiner = { nodeId: changer.id, handles: indexOf(content.graph).handles(changer.id) };
    const found = dropFit(content.graph, key, joiner);
    if (found === undefined) throw new Error('It fits.');
    const { graph } = joinEdge(content, found);
    expect(found.kind).toBe('between');
    expect(graph.edges.some((edge) => edgeKey(edge) === key)).toBe(false);
    expect(graph.edges.slice(-2)).toMatchObject([
      { source: 'fileLoader_0', target: 'changer_0' },
      { source: 'changer_0', target: 'hnsw_0', targetHandle: 'hnsw_0-input-document-Document' },
    ]);
  });

  test('takes the place of the node where the edge begins, which stays', () => {
    const content = starterContent();
    const key = keyOf(content, ...ENDS.embeddings);
    const joiner = newJoiner(content.graph, definitionOf('openAIEmbeddings'));
    const [found] = edgeFits(content.graph, key, joiner);
    if (found === undefined) throw new Error('It fits.');
    const { graph } = joinEdge(addNode(content, definitionOf('openAIEmbeddings'), { x: 0, y: 0 }).content, found);
    expect(graph.nodes).toHaveLength(6);
    expect(graph.edges).toHaveLength(4);
    expect(graph.edges.filter(({ source }) => source === 'transformersEmbeddings_0')).toEqual([]);
    expect(graph.edges.filter(({ source }) => source === 'openAIEmbeddings_0')).toHaveLength(1);
  });

  test('joins no edge that it is an end of, and none that is gone', () => {
    const content = starterContent();
    const { graph } = content;
    const joiner = { nodeId: 'fileLoader_0', handles: indexOf(graph).handles('fileLoader_0') };
    expect(edgeFits(graph, keyOf(content, ...ENDS.document), joiner)).toEqual([]);
    expect(edgeFits(graph, 'gone', newJoiner(graph, definitionOf('pdfFile')))).toEqual([]);
  });

  test('is offered: loose nodes of the canvas first, then new ones', () => {
    const loose = addNode(starterContent(), definitionOf('openAIEmbeddings'), { x: 0, y: 900 }).content;
    const options = edgeOptions(loose.graph, keyOf(loose, ...ENDS.embeddings));
    expect(options[0]).toMatchObject({ kind: 'present', node: { id: 'openAIEmbeddings_0' }, fit: { kind: 'instead' } });
    const added = options.flatMap((option) =>
      option.kind === 'new' ? [`${option.fit.kind} ${option.definition.name}`] : [],
    );
    expect(added).toContain('instead ollamaEmbedding');
    expect(added).toContain('target pdfFile');
    expect(added).not.toContain('target chroma');
  });
});
