import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChatPool } from '../../../../../electron/server/core/chat-model.ts';
import type { EmbeddingPool } from '../../../../../electron/server/core/embedding-model.ts';
import type { VectorStoreDeps } from '../../../../../electron/server/core/vector-store.ts';
import { openGraph } from '../../../../../electron/server/pipeline/retrieve/open-graph.ts';
import { UserError } from '../../../../../shared/errors/errors.ts';
import { compileFlow } from '../../../../../shared/flow/compile-flow.ts';
import type { FlowDocument } from '../../../../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { fakeRetriever } from '../../../../helpers/builders/fake-retriever.ts';
import { edge, makeFlow, node } from '../../../../helpers/builders/flows.ts';
import { createTestIndex, type TestIndex } from '../../../../helpers/builders/test-index.ts';
import { noToolDeps } from '../../../../helpers/fakes/no-tools.ts';

const { documentStoreVS, embeddingsFilterRetriever, hnsw, transformersEmbeddings } = nodeDefinitions;
const live = new AbortController().signal;

let index: TestIndex;
beforeEach(() => {
  index = createTestIndex();
});
afterEach(() => index.close());

/** Opens the graph of a flow, and notes what is opened and closed in it. */
const noChatPool: ChatPool = {
  openChatModel() {
    throw new Error('No question needs a chat model here.');
  },
};

function open(flow: FlowDocument, changes: { embeddingPool?: EmbeddingPool } = {}) {
  const events: string[] = [];
  const embeddingPool: EmbeddingPool = {
    async openLocalModel(name) {
      events.push(`open ${name}`);
      return index.model;
    },
  };
  const openCollection: VectorStoreDeps['openCollection'] = (name, settings) => {
    events.push(`open ${name}`);
    const store = index.deps.vectorDeps.openCollection(name, settings);
    const close = async () => {
      events.push(`close ${name}`);
      if (name === 'broken') throw new Error('It can not be closed.');
      await store.close();
    };
    const model = async () => ({ id: index.model.id, dimensions: 2 });
    const query = async () => (await fakeRetriever({ 'A passage.': 0.5 }).retrieve({ query: '' }, live)).docs;
    return { ...store, model, query, close };
  };
  const graph = openGraph(compileFlow(flow, undefined, 'question'), {
    ownerId: 'owner',
    signal: live,
    scope: { question: 'Who?', history: () => [] },
    chatPool: noChatPool,
    embeddingPool,
    vectorDeps: { ...index.deps.vectorDeps, openCollection },
    toolDeps: noToolDeps,
    retrieverDeps: {
      admitService: () => undefined,
      queryDocumentStore: () => Promise.reject(new UserError('STORE_NOT_FOUND', 'Not here.')),
    },
    ...changes,
  });
  return { graph, events };
}

/** A store, and a filter behind it that embeds with the same node. */
function filteredFlow(collection = 'notes', inputs: Record<string, unknown> = { similarityThreshold: 0 }) {
  const flow = makeFlow({ store: { collection }, embedding: { model: 'built-in' } });
  const filter = node(embeddingsFilterRetriever, inputs);
  const [store, embedding] = [node(hnsw), node(transformersEmbeddings)];
  return {
    nodes: [...flow.nodes, filter],
    edges: [...flow.edges, edge(store, filter, 'baseRetriever'), edge(embedding, filter, 'embeddings')],
  };
}

describe('openGraph', () => {
  test('opens nothing before the first question, and each node once', async () => {
    const { graph, events } = open(filteredFlow());
    expect(events).toEqual([]);
    for (const query of ['Who?', 'What?']) await graph.retriever.retrieve({ query, mode: 'vector' }, live);
    expect(events).toEqual(['open notes', 'open built-in']);
    await graph.close();
    expect(events.slice(2)).toEqual(['close notes']);
  });

  test('closes each node once, and says what could not be closed', async () => {
    const { graph, events } = open(filteredFlow('broken'));
    await graph.retriever.retrieve({ query: 'Who?' }, live);
    await expect(graph.close()).rejects.toThrow('It can not be closed.');
    await graph.close();
    expect(events.filter((event) => event.startsWith('close'))).toEqual(['close broken']);
  });

  test('opens no model for a question by words', async () => {
    const flow = makeFlow({ store: { collection: 'notes' } });
    const { graph, events } = open(flow);
    await graph.retriever.retrieve({ query: 'Who?', mode: 'keyword' }, live);
    expect(events).toEqual(['open notes']);
  });

  test('names the node whose fault it is', async () => {
    const embeddingPool = { openLocalModel: () => Promise.reject(new UserError('INVALID_PARAM', 'No such model.')) };
    const ofModel = open(filteredFlow(), { embeddingPool }).graph.retriever;
    await expect(ofModel.retrieve({ query: 'Who?' }, live)).rejects.toMatchObject({
      nodeId: 'transformersEmbeddings_0',
    });
    const reading = { nodes: [node(documentStoreVS, { selectedStore: 'a-store' })], edges: [] };
    await expect(open(reading).graph.retriever.retrieve({ query: 'Who?' }, live)).rejects.toMatchObject({
      code: 'STORE_NOT_FOUND',
      nodeId: 'documentStoreVS_0',
    });
  });
});
