import { describe, expect, test } from 'vitest';
import { PredictionAnswerSchema } from '../../shared/api/predictions.ts';
import type { FlowDocument, FlowNode } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeFlow, node, withDisabled } from '../helpers/builders/flows.ts';
import { LINE_SPLITTER, lines, setUpDocumentStoreSuite, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';

const { documentStoreVS, embeddingsFilterRetriever, hnsw, openAIEmbeddings, similarityThresholdRetriever } =
  nodeDefinitions;
/** Of which the fake service gives vectors that are similar only to themselves. */
const FILES = [
  { name: 'a.txt', content: 'Bees sleep in winter.' },
  { name: 'b.txt', content: 'Owls fly at night.' },
  { name: 'c.txt', content: 'Otters hold hands.' },
];
const QUESTION = 'Owls fly at night.';

const suite = setUpDocumentStoreSuite();

const store = node(hnsw);
const threshold = node(similarityThresholdRetriever);
const filter = node(embeddingsFilterRetriever);

function withThreshold(flow: FlowDocument, from = store): FlowDocument {
  return {
    nodes: [...flow.nodes, threshold],
    edges: [...flow.edges, edge(from, threshold, 'vectorStore')],
  };
}

function withFilter(flow: FlowDocument, from: FlowNode): FlowDocument {
  const embedding = node(openAIEmbeddings);
  return {
    nodes: [...flow.nodes, filter],
    edges: [...flow.edges, edge(from, filter, 'baseRetriever'), edge(embedding, filter, 'embeddings')],
  };
}

const plain = () => makeFlow({ basepath: suite.fake.basepath });

/** Saves a flow, and fills it. */
async function filled(flow: FlowDocument): Promise<string> {
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, FILES);
  return id;
}

async function ask(id: string, body: object = {}): Promise<readonly (readonly [string, number])[]> {
  const { docs } = await suite.api.query(id, { query: QUESTION, ...body });
  return docs.map(({ pageContent, score }) => [pageContent, Math.round(score * 100) / 100] as const);
}

const OWLS = [[QUESTION, 1]];

describe('a retriever behind the vector store of a flow', () => {
  test('answers in its place: only what is similar enough, by meaning', async () => {
    const id = await filled(withThreshold(plain()));
    expect(await ask(id)).toEqual(OWLS);
    expect(await suite.api.json('POST', `/vector/query/${id}`, { query: QUESTION, mode: 'hybrid' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', nodeId: threshold.id },
    });
  });

  test('is asked by its id, and so is the store before it', async () => {
    const id = await filled(withThreshold(plain()));
    expect(await ask(id, { stopNodeId: threshold.id })).toEqual(OWLS);
    expect(await ask(id, { stopNodeId: store.id, mode: 'vector' })).toHaveLength(FILES.length);
    const answer = await suite.api.json('POST', `/prediction/${id}`, { question: 'x', stopNodeId: store.id });
    expect(PredictionAnswerSchema.parse(answer.body).passages).toHaveLength(FILES.length);
    expect(await suite.api.json('POST', `/vector/query/${id}`, { query: 'x', stopNodeId: 'nobody' })).toMatchObject({
      status: 422,
      body: { code: 'NO_VECTOR_STORE' },
    });
  });

  test('that is disabled leaves the answer to the store', async () => {
    const id = await filled(withDisabled(withThreshold(plain()), threshold.id));
    expect(await ask(id, { mode: 'vector' })).toHaveLength(FILES.length);
  });

  test('may follow another: the last one answers', async () => {
    const id = await filled(withFilter(withThreshold(plain()), threshold));
    const before = suite.fake.requests;
    expect(await ask(id)).toEqual(OWLS);
    expect(suite.fake.requests - before).toBe(3); // the question twice, and the passage
    expect(await ask(id, { topK: 1, filter: { source: 'a.txt' } })).toEqual([]);
  });

  test('compares what words found with a model of its own', async () => {
    const id = await filled(withFilter(plain(), store));
    expect(await ask(id, { mode: 'keyword', query: QUESTION, topK: 3 })).toEqual(OWLS);
  });

  test('says what is wrong with it before anything is asked', async () => {
    const flow = withThreshold(plain());
    const wrong = flow.nodes.map((one) =>
      one.id === threshold.id ? { ...one, data: { ...one.data, inputs: { minSimilarityScore: 'much' } } } : one,
    );
    const { id } = await suite.api.createFlow({ ...flow, nodes: wrong });
    expect(await suite.api.json('POST', `/vector/query/${id}`, { query: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'INVALID_PARAM', nodeId: threshold.id, details: { param: 'minSimilarityScore' } },
    });
    const alone = await suite.api.createFlow({ nodes: [threshold], edges: [] });
    expect(await suite.api.json('POST', `/vector/query/${alone.id}`, { query: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'MISSING_INPUT', nodeId: threshold.id },
    });
  });

  test('is no part of an upsert: without a model of its own the flow is filled all the same', async () => {
    const flow = plain();
    const bare = { nodes: [...flow.nodes, filter], edges: [...flow.edges, edge(store, filter, 'baseRetriever')] };
    const id = await filled(bare);
    expect(await suite.api.json('POST', `/vector/query/${id}`, { query: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'MISSING_INPUT', nodeId: filter.id },
    });
  });
});

test('a retriever takes a document store, too', async () => {
  const storeId = await suite.newStore();
  await suite.stores.upload(`/upsert/${storeId}`, [{ name: 'a.txt', content: lines(4) }], {
    loader: JSON.stringify(TEXT_LOADER),
    splitter: JSON.stringify(LINE_SPLITTER),
  });
  const reader = node(documentStoreVS, { selectedStore: storeId });
  const { id } = await suite.api.createFlow(withThreshold({ nodes: [reader], edges: [] }, reader));
  const { docs } = await suite.api.query(id, { query: 'Line 2' });
  expect(docs.every(({ score }) => score >= 0.8)).toBe(true);
  const [first] = (await suite.api.query(id, { query: 'Line 2', stopNodeId: reader.id, mode: 'vector' })).docs;
  const [same] = (await suite.api.query(id, { query: first?.pageContent ?? '' })).docs;
  expect(same).toMatchObject({ pageContent: first?.pageContent, score: expect.closeTo(1) });
});

describe('what a retriever looks for', () => {
  const withQuery = (query: string) => {
    const flow = withThreshold(plain());
    const nodes = flow.nodes.map((one) =>
      one.id === threshold.id ? { ...one, data: { ...one.data, inputs: { ...one.data.inputs, query } } } : one,
    );
    return { ...flow, nodes };
  };

  test('may be written in it, with the question and the passages of another node in it', async () => {
    const fixed = await filled(withQuery('Bees sleep in winter.'));
    expect(await ask(fixed)).toEqual([['Bees sleep in winter.', 1]]);
    expect(await ask(fixed, { query: ' ' })).toEqual([]);
    const framed = await filled(withQuery('{{question}} at night.'));
    expect(await ask(framed, { query: 'Owls fly' })).toEqual(OWLS);

    const flow = withQuery('{{hnsw_1.data.instance}}');
    const second = node(hnsw, { collection: '', topK: 1, searchMode: 'vector' }, 'hnsw_1');
    const both = {
      nodes: [...flow.nodes, second],
      edges: [...flow.edges, edge(node(openAIEmbeddings), second, 'embeddings')],
    };
    const { id } = await suite.api.createFlow(both);
    await suite.api.upsert(id, FILES, { stopNodeId: store.id });
    // Both stores are the flow's own collection: the first finds the passage whose text the second looks for.
    expect(await ask(id, { query: 'Otters hold hands.' })).toEqual([['Otters hold hands.', 1]]);
  });

  test('is what is wired to it, where nothing is written', async () => {
    const flow = withThreshold(plain());
    const first = node(similarityThresholdRetriever, { query: 'Otters hold hands.' }, 'similarityThresholdRetriever_1');
    const wired = edge(first, threshold, 'query');
    expect(wired.targetHandle).toBe(`${threshold.id}-input-query-string`);
    expect(wired.sourceHandle).toBe(`${first.id}-output-text-string|json`);
    const id = await filled({
      nodes: [...flow.nodes, first],
      edges: [...flow.edges, edge(store, first, 'vectorStore'), wired],
    });
    expect(await ask(id, { query: 'Anything?' })).toEqual([['Otters hold hands.', 1]]);
  });

  test('is refused before anything is asked if it refers to what is not there', async () => {
    const id = await filled(withQuery('Rules: {{qestion}}'));
    expect(await suite.api.json('POST', `/vector/query/${id}`, { query: 'x' })).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID_PARAM',
        nodeId: threshold.id,
        details: { param: 'query' },
        message: expect.stringContaining('refers to {{qestion}}, which is not there'),
      },
    });
  });
});
