import { describe, expect, test } from 'vitest';
import { validateConnection } from '../../../../shared/flow/validate-connection.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../../../helpers/builders/flows.ts';

const { hnsw, textFile, pdfFile, openAIEmbeddings, recursiveCharacterTextSplitter, SQLiteRecordManager } =
  nodeDefinitions;

const store = node(hnsw);
const loader = node(textFile);
const embedding = node(openAIEmbeddings);
const splitter = node(recursiveCharacterTextSplitter);
const records = node(SQLiteRecordManager);
const nodes = [store, loader, embedding, splitter, records];
const empty = { nodes, edges: [] };

const documentHandle = `${store.id}-input-document-Document`;

describe('validateConnection', () => {
  test.each([
    ['loader into store', edge(loader, store, 'document')],
    ['splitter into loader', edge(splitter, loader, 'textSplitter')],
    ['embedding into store', edge(embedding, store, 'embeddings')],
    ['record manager into store', edge(records, store, 'recordManager')],
  ])('%s fits', (_name, connection) => {
    expect(validateConnection(empty, connection)).toBeUndefined();
  });

  test.each([
    [
      'an embedding where documents go',
      { ...edge(embedding, store, 'embeddings'), targetHandle: documentHandle },
      /takes documents here/,
    ],
    [
      'an input that is not there',
      { ...edge(loader, store, 'document'), targetHandle: `${store.id}-input-model-Model` },
      /no such input/,
    ],
    ['an output that is not there', { ...edge(loader, store, 'document'), sourceHandle: 'nothing' }, /no such output/],
    ['a node into itself', { ...edge(loader, store, 'document'), source: store.id }, /feed itself/],
    ['a node that is not there', { ...edge(loader, store, 'document'), source: 'gone' }, /not on the canvas/],
  ])('%s is refused with a reason', (_name, connection, reason) => {
    expect(validateConnection(empty, connection)).toMatch(reason);
  });

  test('an input for one edge rejects a second, a list accepts several', () => {
    const flow = makeFlow();
    const second = node(openAIEmbeddings, {}, 'openAIEmbeddings_1');
    const pdf = node(pdfFile);
    const grown = { nodes: [...flow.nodes, second, pdf], edges: flow.edges };
    expect(validateConnection(grown, edge(second, store, 'embeddings'))).toMatch(/has a wire already/);
    expect(validateConnection(grown, edge(pdf, store, 'document'))).toBeUndefined();
  });

  test('a param that refers to others takes the texts of several, and nothing else', () => {
    const { similarityThresholdRetriever } = nodeDefinitions;
    const [retriever, first, second] = [0, 1, 2].map((n) => node(similarityThresholdRetriever, {}, `retriever_${n}`));
    if (retriever === undefined || first === undefined || second === undefined) throw new Error('there are three');
    const taken = edge(first, retriever, 'query');
    expect(taken.targetHandle).toBe('retriever_0-input-query-string');
    const flow = { nodes: [retriever, first, second, store], edges: [taken] };
    expect(validateConnection(flow, edge(second, retriever, 'query'))).toBeUndefined();
    expect(validateConnection(flow, edge(store, retriever, 'query'))).toMatch(/takes a text here/);
    expect(validateConnection(flow, { ...taken, targetHandle: 'retriever_0-input-maxK-number' })).toMatch(
      /no such input/,
    );
  });

  test('an edge that is there already is not counted against itself', () => {
    const flow = makeFlow();
    for (const edge of flow.edges) expect(validateConnection(flow, edge)).toBeUndefined();
  });
});
