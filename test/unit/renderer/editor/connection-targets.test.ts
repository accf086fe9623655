import { describe, expect, test } from 'vitest';
import {
  addConnected,
  connectOptions,
  refusalOf,
  refusalsFrom,
} from '../../../../renderer/editor/connection-targets.ts';
import { edgeKey } from '../../../../renderer/editor/flow-content.ts';
import { removeEdges } from '../../../../renderer/editor/flow-edits.ts';
import type { NodeKind } from '../../../../shared/nodes/kinds.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { starterContent } from '../../../helpers/builders/flow-content.ts';

const fromLoader = {
  nodeId: 'fileLoader_0',
  handleId: 'fileLoader_0-output-document-Document|json',
  side: 'output',
} as const;

function withoutEdges() {
  const content = starterContent();
  return removeEdges(content, new Set(content.graph.edges.map(edgeKey)));
}

describe('where an edge may end', () => {
  test.each([
    ['hnsw_0-input-document-Document', undefined],
    ['hnsw_0-input-embeddings-Embeddings', /takes an embedding model/],
    ['hnsw_0-input-recordManager-RecordManager', /takes a record manager/],
    ['fileLoader_0-input-textSplitter-TextSplitter', /cannot feed itself/],
  ])('from a loader to %s', (handleId, reason) => {
    const refusal = refusalsFrom(withoutEdges().graph, fromLoader).get(handleId);
    if (reason === undefined) expect(refusal).toBeUndefined();
    else expect(refusal).toMatch(reason);
  });

  test('a taken input refuses, but not the edge that is being moved', () => {
    const { graph } = starterContent();
    const [, , edge] = graph.edges;
    if (edge === undefined) throw new Error('No edge');
    const ends = {
      source: edge.source,
      sourceHandle: edge.sourceHandle ?? '',
      target: edge.target,
      targetHandle: edge.targetHandle ?? '',
    };
    const other = { ...ends, source: 'openAIEmbeddings_0' };
    const embedding = graph.nodes.find((node) => node.id === ends.source);
    const rename = (text: string) => text.replaceAll('transformersEmbeddings', 'openAIEmbeddings');
    const nodes = [...graph.nodes, JSON.parse(rename(JSON.stringify(embedding)))];
    const handle = rename(ends.sourceHandle);
    expect(refusalOf({ ...graph, nodes }, { ...other, sourceHandle: handle })).toMatch(/has a wire already/);
    expect(refusalOf({ ...graph, nodes }, { ...other, sourceHandle: handle }, edgeKey(edge))).toBeUndefined();
  });
});

function newNodes(kind: NodeKind): [string, string][] {
  return allNodeDefinitions.filter((definition) => definition.kind === kind).map(({ name }) => ['new', name]);
}

describe('the list of connections', () => {
  test('offers what is on the canvas, then new nodes, and nothing that is refused', () => {
    const options = connectOptions(withoutEdges().graph, 'fileLoader_0');
    expect(
      options.map((option) => [option.kind, option.kind === 'new' ? option.definition.name : option.node.id]),
    ).toEqual([
      ['present', 'hnsw_0'],
      ['present', 'recursiveCharacterTextSplitter_0'],
      ...newNodes('vectorstore'),
      ...newNodes('textsplitter'),
    ]);
  });

  test('a full input asks for nothing more', () => {
    const options = connectOptions(starterContent().graph, 'fileLoader_0');
    expect(options.map((option) => [option.kind, option.kind === 'new' && option.definition.name])).toEqual(
      newNodes('vectorstore'),
    );
  });

  test('a new node comes with its edge, whichever way it goes', () => {
    for (const [nodeId, name] of [
      ['fileLoader_0', 'recursiveCharacterTextSplitter'],
      ['transformersEmbeddings_0', 'hnsw'],
    ] as const) {
      const option = connectOptions(withoutEdges().graph, nodeId).find(
        (candidate) => candidate.kind === 'new' && candidate.definition.name === name,
      );
      if (option?.kind !== 'new') throw new Error('Not offered');
      const added = addConnected(withoutEdges(), option, { x: 0, y: 900 });
      expect(added.content.graph.edges).toHaveLength(1);
      const [edge] = added.content.graph.edges;
      expect([edge?.source, edge?.target].toSorted()).toEqual([nodeId, added.nodeId].toSorted());
    }
  });

  test('a node that is gone has none', () => expect(connectOptions(starterContent().graph, 'gone')).toEqual([]));
});
