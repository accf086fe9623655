import { describe, expect, test } from 'vitest';
import { checkFlow, compileFlow } from '../../../../shared/flow/compile-flow.ts';
import { answeringEnd, targetsOf } from '../../../../shared/flow/targets.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node, withDisabled } from '../../../helpers/builders/flows.ts';

const { documentStoreVS, hnsw, similarityThresholdRetriever, transformersEmbeddings } = nodeDefinitions;
const flow = makeFlow();
const STORE = 'hnsw_0';
const reader = node(documentStoreVS, { selectedStore: 'a-store' });
const second = node(hnsw, {}, 'hnsw_1');
const twoStores = {
  nodes: [...flow.nodes, second],
  edges: [...flow.edges, edge(node(transformersEmbeddings), second, 'embeddings')],
};
const idsOf = (...[graph, use]: Parameters<typeof targetsOf>) => targetsOf(graph, use).map(({ id }) => id);

describe('the ends of a flow', () => {
  test('a vector store is filled, and answers', () => {
    expect([idsOf(flow, 'run'), idsOf(flow, 'question')]).toEqual([[STORE], [STORE]]);
    expect([idsOf(twoStores, 'run'), idsOf(twoStores, 'question')]).toEqual([
      [STORE, 'hnsw_1'],
      [STORE, 'hnsw_1'],
    ]);
  });

  test('a reader of a document store answers only, and only where the flow has no store of its own', () => {
    const both = { ...flow, nodes: [...flow.nodes, reader] };
    expect([idsOf(both, 'run'), idsOf(both, 'question')]).toEqual([[STORE], [STORE]]);
    expect(idsOf(withDisabled(both, STORE), 'question')).toEqual([reader.id]);
    expect(compileFlow(both, reader.id, 'question')).toMatchObject({
      target: { id: reader.id },
      nodes: [{}],
      edges: [],
    });
    expect(checkFlow(both, reader.id).problems).toMatchObject([{ code: 'NO_VECTOR_STORE' }]);
  });

  test('a retriever answers in the place of the store before it, and is filled by nothing', () => {
    const threshold = node(similarityThresholdRetriever);
    const behind = {
      nodes: [...twoStores.nodes, threshold],
      edges: [...twoStores.edges, edge(second, threshold, 'vectorStore')],
    };
    expect([idsOf(behind, 'run'), idsOf(behind, 'question')]).toEqual([[STORE, 'hnsw_1'], [threshold.id]]);
    expect([STORE, 'hnsw_1'].map((id) => answeringEnd(behind, id))).toEqual([STORE, threshold.id]);
    expect(idsOf(withDisabled(behind, threshold.id), 'question')).toEqual([STORE, 'hnsw_1']);
    expect(compileFlow(behind, undefined, 'question').nodes.map(({ id }) => id)).toEqual([
      'transformersEmbeddings_0',
      'hnsw_1',
      threshold.id,
    ]);
  });

  test('of several that answer a question says which it means', () => {
    expect(checkFlow(twoStores, undefined, undefined, 'question').problems).toMatchObject([
      { code: 'SEVERAL_VECTOR_STORES', nodeId: 'hnsw_1' },
    ]);
    expect(compileFlow(twoStores, 'hnsw_1', 'question').target.id).toBe('hnsw_1');
    expect(() => compileFlow(twoStores, 'textFile_0', 'question')).toThrow(/id textFile_0 that answers/);
  });

  test('a person who chose a store asks it, and without a choice the first', () => {
    const ends = [flow, twoStores].map((graph) => [answeringEnd(graph, undefined), answeringEnd(graph, 'hnsw_1')]);
    expect(ends).toEqual([
      [undefined, 'hnsw_1'],
      [STORE, 'hnsw_1'],
    ]);
  });

  test('a chain answers in words behind the store before it, and without a choice the last one does', () => {
    const chains = ['chain_0', 'chain_1'].map((id) => node(nodeDefinitions.conversationalRetrievalQAChain, {}, id));
    const [store] = flow.nodes.filter(({ id }) => id === STORE);
    if (store === undefined) throw new Error('The flow has no store');
    const graph = {
      nodes: [...twoStores.nodes, ...chains],
      edges: [
        ...twoStores.edges,
        ...chains.map((chain, at) => edge([store, second][at] ?? store, chain, 'vectorStoreRetriever')),
      ],
    };
    expect([STORE, 'hnsw_1', undefined].map((id) => answeringEnd(graph, id, 'answer'))).toEqual([
      ...['chain_0', 'chain_1', undefined],
    ]);
    expect([STORE, 'hnsw_1', undefined].map((id) => answeringEnd(graph, id))).toEqual([STORE, 'hnsw_1', STORE]);
    expect(compileFlow(graph, undefined, 'answer').target.id).toBe('chain_1');
  });
});
