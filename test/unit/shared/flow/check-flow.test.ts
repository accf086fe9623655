import { describe, expect, test } from 'vitest';
import { checkFlow, compileFlow } from '../../../../shared/flow/compile-flow.ts';
import type { FlowDocument, FlowNode } from '../../../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../../../shared/flow/starter-flow.ts';
import { readUpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../../../helpers/builders/flows.ts';

const { hnsw, textFile, pdfFile, openAIEmbeddings, recursiveCharacterTextSplitter } = nodeDefinitions;

function without(flow: FlowDocument, id: string): FlowDocument {
  return {
    ...flow,
    nodes: flow.nodes.filter((candidate) => candidate.id !== id),
    edges: flow.edges.filter((edge) => edge.source !== id && edge.target !== id),
  };
}

function change(flow: FlowDocument, id: string, data: Partial<FlowNode['data']>): FlowDocument {
  return {
    ...flow,
    nodes: flow.nodes.map((candidate) =>
      candidate.id === id ? { ...candidate, data: { ...candidate.data, ...data } } : candidate,
    ),
  };
}

const note: FlowNode = {
  id: 'note',
  type: 'stickyNote',
  position: { x: 0, y: 0 },
  data: { name: 'stickyNote', label: '', inputs: {} },
};
const flow = makeFlow({ records: {} });
const secondStore = node(hnsw, {}, 'hnsw_1');

const problems: [name: string, flow: FlowDocument, code: string, nodeId: string | undefined][] = [
  ['an empty flow', { nodes: [], edges: [] }, 'NO_VECTOR_STORE', undefined],
  ['no vector store', without(flow, 'hnsw_0'), 'NO_VECTOR_STORE', undefined],
  ['two vector stores', { ...flow, nodes: [...flow.nodes, secondStore] }, 'SEVERAL_VECTOR_STORES', 'hnsw_1'],
  ['no embedding model', without(flow, 'transformersEmbeddings_0'), 'MISSING_INPUT', 'hnsw_0'],
  ['no loader', without(flow, 'textFile_0'), 'MISSING_INPUT', 'hnsw_0'],
  ['an unknown loader', change(flow, 'textFile_0', { name: 'confluence' }), 'UNKNOWN_NODE', 'textFile_0'],
  ['an unknown vector store', change(flow, 'hnsw_0', { name: 'pinecone' }), 'UNKNOWN_NODE', 'hnsw_0'],
  [
    'a value of the wrong type',
    change(flow, 'recursiveCharacterTextSplitter_0', { inputs: { chunkSize: 'many' } }),
    'INVALID_PARAM',
    'recursiveCharacterTextSplitter_0',
  ],
  [
    'an overlap as large as the chunk',
    change(flow, 'recursiveCharacterTextSplitter_0', { inputs: { chunkSize: '200', chunkOverlap: 200 } }),
    'INVALID_PARAM',
    'recursiveCharacterTextSplitter_0',
  ],
  [
    'an edge into the wrong input',
    {
      ...flow,
      edges: flow.edges.map((edge) =>
        edge.source === 'transformersEmbeddings_0'
          ? { ...edge, sourceHandle: 'transformersEmbeddings_0-output-x-Document' }
          : edge,
      ),
    },
    'INVALID_CONNECTION',
    'hnsw_0',
  ],
];

describe('checkFlow', () => {
  test.each(problems)('%s', (_name, document, code, nodeId) => {
    const { plan, problems: found } = checkFlow(document);
    expect(plan).toBeUndefined();
    expect(found[0]).toMatchObject({ code, ...(nodeId === undefined ? {} : { nodeId }) });
    expect(found[0]?.message).toMatch(/: \w|\. \w/);
    expect(() => compileFlow(document)).toThrow(expect.objectContaining({ code }));
  });

  test('a cycle names a node on it, not one that only hangs behind it', () => {
    const [splitter, loader] = [node(recursiveCharacterTextSplitter), node(textFile)];
    const back = { ...edge(splitter, loader, 'textSplitter'), source: loader.id, target: splitter.id };
    const { problems: found } = checkFlow({ ...flow, edges: [...flow.edges, back] });
    expect(found).toMatchObject([{ code: 'FLOW_HAS_CYCLE' }]);
    expect(['recursiveCharacterTextSplitter_0', 'textFile_0']).toContain(found[0]?.nodeId);
  });

  test('problems outside the upsert path do not block the flow', () => {
    const beside = {
      ...node(openAIEmbeddings, {}, 'strange_0'),
      data: { name: 'chatOpenAI', label: 'Chat', inputs: {} },
    };
    expect(checkFlow({ ...flow, nodes: [...flow.nodes, beside, note] }).problems).toEqual([]);
  });

  test('all that can take the place of an unknown node are named, also where stopNodeId names it', () => {
    const unknown = change(flow, 'hnsw_0', { name: 'pinecone', label: 'Pinecone', category: 'Vector Stores' });
    for (const stopNodeId of [undefined, 'hnsw_0']) {
      const [problem] = checkFlow(unknown, stopNodeId).problems;
      expect(problem).toMatchObject({ code: 'UNKNOWN_NODE', nodeId: 'hnsw_0' });
      for (const name of ['hnsw', 'qdrant', 'chroma', 'postgres']) expect(problem?.message).toContain(`(${name})`);
    }
  });

  test('stopNodeId picks among several stores', () => {
    const several = {
      nodes: [...flow.nodes, secondStore],
      edges: [
        ...flow.edges,
        edge(node(textFile), secondStore, 'document'),
        edge(node(nodeDefinitions.transformersEmbeddings), secondStore, 'embeddings'),
      ],
    };
    expect(compileFlow(several, 'hnsw_1').target.id).toBe('hnsw_1');
    expect(readUpsertPlan(compileFlow(several, 'hnsw_1'))?.recordManager).toBeUndefined();
    expect(readUpsertPlan(compileFlow(several, 'hnsw_0'))?.recordManager?.id).toBe('SQLiteRecordManager_0');
    expect(() => compileFlow(several, 'nobody')).toThrow(expect.objectContaining({ code: 'NO_VECTOR_STORE' }));
  });

  test('several loaders, each with a splitter of its own or none', () => {
    const pdf = node(pdfFile);
    const both = { nodes: [...flow.nodes, pdf], edges: [...flow.edges, edge(pdf, node(hnsw), 'document')] };
    expect(readUpsertPlan(compileFlow(both))?.loaders.map((loader) => [loader.id, loader.splitter?.id])).toEqual([
      ['textFile_0', 'recursiveCharacterTextSplitter_0'],
      ['pdfFile_0', undefined],
    ]);
  });

  test('the flow that a new data folder starts with can run', () => {
    expect(checkFlow(createStarterFlow()).problems).toEqual([]);
  });
});

test('a value that refers to a variable is not judged before it is known', () => {
  const open = makeFlow({ store: { collection: '{{$vars.team}}' }, splitter: { chunkSize: '{{ $vars.size }}' } });
  expect(checkFlow(open).problems).toEqual([]);
  const wrong = makeFlow({ store: { collection: '{{vars.team}}' } });
  expect(checkFlow(wrong).problems).toMatchObject([{ code: 'INVALID_PARAM', nodeId: 'hnsw_0', param: 'collection' }]);
});

describe('a credential that may not go where its node sends it', () => {
  const known = { id: 'c1', name: 'Team account', fieldNames: ['openAIApiKey'], hosts: ['api.openai.com'] };
  const found = (basepath: string, embedding: object = {}) =>
    checkFlow(
      makeFlow({ basepath, embedding: { credential: 'c1', ...embedding } }),
      undefined,
      new Map([['c1', known]]),
    ).problems;

  test('keeps the flow from running, with the host and the two ways to allow it', () => {
    expect(found('https://api.openai.com/v1')).toEqual([]);
    expect(found('https://other.example/v1')).toEqual([
      {
        code: 'CREDENTIAL_HOST',
        message:
          'OpenAI Embedding would send the credential Team account to other.example, which it does not list: allow that host in the window, where the credential is chosen, or with tributary credentials allow c1 other.example.',
        nodeId: 'openAIEmbeddings_0',
        param: 'credential',
      },
    ]);
  });

  test('is not judged by a secret of the node itself or a host that a variable names', () => {
    expect(found('https://other.example/v1', { openAIApiKey: 'sk-own' })).toEqual([]);
    expect(found('https://{{$vars.host}}/v1')).toEqual([]);
  });
});
