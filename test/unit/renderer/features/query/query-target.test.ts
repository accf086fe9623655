import { expect, test } from 'vitest';
import { targetOfFlow, targetOfStore } from '../../../../../renderer/features/query/query-target.ts';
import { olderQuestion } from '../../../../../renderer/features/query/question-history.ts';
import { checkFlow } from '../../../../../shared/flow/compile-flow.ts';
import type { FlowDocument } from '../../../../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node, type TestFlowOptions } from '../../../../helpers/builders/flows.ts';

const { hnsw, memoryVectorStore, ollamaEmbedding, qdrant, similarityThresholdRetriever } = nodeDefinitions;

interface Asking {
  readonly apiConfig?: string;
  readonly isBoundToKey?: boolean;
}

function askedOf(options: TestFlowOptions, more?: Asking) {
  return askedOfGraph(makeFlow(options), more);
}

function askedOfGraph(graph: FlowDocument, more: Asking = {}) {
  const { plan } = checkFlow(graph, undefined, undefined, 'question');
  const given = { apiConfig: null, isBoundToKey: false, ...more };
  const none = { storeId: undefined, target: undefined, answeringTarget: undefined, store: undefined };
  return targetOfFlow({ id: 'flow', graph, plan, ...none, ...given });
}

test('answers come as you type where store and model are here', () => {
  expect(askedOf({})).toMatchObject({ waits: undefined, searchesWords: true });
  expect(askedOf({ storeNode: memoryVectorStore })).toMatchObject({ waits: undefined, searchesWords: false });
});

test('a question waits for Enter where the store or the model is a service', () => {
  expect(askedOf({ embeddingNode: ollamaEmbedding })).toMatchObject({
    waits: { because: 'service', label: ollamaEmbedding.label },
    searchesWords: true,
  });
  expect(askedOf({ storeNode: qdrant })).toMatchObject({ waits: { because: 'service' }, searchesWords: false });
});

test('a retriever that compares similarities is asked by meaning, and is named as what chooses', () => {
  const flow = makeFlow();
  const threshold = node(similarityThresholdRetriever);
  const behind = {
    nodes: [...flow.nodes, threshold],
    edges: [...flow.edges, edge(node(hnsw), threshold, 'vectorStore')],
  };
  expect(askedOfGraph(behind)).toMatchObject({ searchesWords: false, retriever: similarityThresholdRetriever.label });
  expect(askedOf({})).toMatchObject({ retriever: undefined });
});

test('a flow that counts its calls, or asks for a key, is not asked with each word', () => {
  expect(askedOf({}, { apiConfig: '{"rateLimit":{"status":true}}' }).waits).toEqual({ because: 'rate-limit' });
  expect(askedOf({}, { apiConfig: '{"rateLimit":{"status":false}}' }).waits).toBeUndefined();
  expect(askedOf({}, { apiConfig: 'no JSON' }).waits).toBeUndefined();
  expect(askedOf({}, { isBoundToKey: true }).waits).toEqual({ because: 'key' });
});

test('a document store that is not known yet waits', () => {
  expect(targetOfStore('store', undefined).waits).toEqual({ because: 'unknown' });
});

test('up goes from the empty field to the newest question, and on to older ones', () => {
  expect(olderQuestion(['new', 'old'], '')).toBe('new');
  expect(olderQuestion(['new', 'old'], 'new')).toBe('old');
  expect(olderQuestion(['new', 'old'], 'old')).toBeUndefined();
  expect(olderQuestion(['new', 'old'], 'typed')).toBeUndefined();
  expect(olderQuestion([], '')).toBeUndefined();
});
