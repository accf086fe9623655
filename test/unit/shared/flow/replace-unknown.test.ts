import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../../renderer/editor/flow-content.ts';
import { previewReplacement, replaceNodes } from '../../../../renderer/editor/replace-edits.ts';
import { checkFlow } from '../../../../shared/flow/compile-flow.ts';
import { type FlowDocument, type FlowNode, parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { replaceableNodes, replaceUnknown } from '../../../../shared/flow/replace-unknown.ts';
import { findNodeDefinition, nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { labelInFlowise, standInsFor } from '../../../../shared/nodes/stand-ins.ts';
import { makeApiConfig, makeFlow } from '../../../helpers/builders/flows.ts';

const { hnsw, transformersEmbeddings, openAIEmbeddings } = nodeDefinitions;

const file = new URL('../../../fixtures/flowise/flowise-unknown-nodes.json', import.meta.url);
/** Pinecone filled from two files with Bedrock's embeddings, with a chat chain behind it, as Flowise exports it. */
const flow = parseFlowDocument(readFileSync(file, 'utf8'));

function nodeOf(document: Pick<FlowDocument, 'nodes'>, id: string): FlowNode {
  const node = document.nodes.find((one) => one.id === id);
  if (node === undefined) throw new Error(`There is no node ${id}.`);
  return node;
}

describe('what can take a place', () => {
  test.each([
    ['pinecone', 'hnsw'],
    ['supabase', 'postgres'],
    ['AWSBedrockEmbeddings', 'transformersEmbeddings'],
    ['azureOpenAIEmbeddingsLlamaIndex', 'azureOpenAIEmbeddings'],
    ['confluence', 'cheerioWebScraper'],
    ['notionPage', 'notionFolder'],
  ])('of %s is %s first', (name, best) => {
    const standIns = standInsFor({ name });
    expect(standIns[0]?.name).toBe(best);
    expect(new Set(standIns.map(({ kind }) => kind)).size).toBe(1);
    expect(standIns.length).toBeGreaterThan(1);
    expect(findNodeDefinition(name)).toBeUndefined();
    expect(labelInFlowise(name)).toBeTruthy();
  });

  test('of a node that nobody knows is told from its category', () => {
    expect(standInsFor({ name: 'newStore', category: 'Vector Stores' })[0]?.name).toBe('hnsw');
    expect(standInsFor({ name: 'newRecords', category: 'Record Manager' })[0]?.name).toBe('SQLiteRecordManager');
    expect(standInsFor({ name: 'newSplitter', category: 'Text Splitters' })).toHaveLength(2);
    expect(standInsFor({ name: 'awsChatBedrock', category: 'Chat Models' })[0]?.name).toBe('chatOllama');
    expect(standInsFor({ name: 'newChain', category: 'Chains' })[0]?.name).toBe('conversationalRetrievalQAChain');
    expect(standInsFor({ name: 'newSpeech', category: 'Speech to Text' })).toEqual([]);
    expect(standInsFor({ name: 'toString' })).toEqual([]);
  });
});

describe('a flow of Flowise', () => {
  const found = replaceableNodes(flow);

  test('offers what its upsert needs, and nothing for the chain behind it', () => {
    expect(found.map(({ node, best }) => [node.id, best.name])).toEqual([
      ['AWSBedrockEmbeddings_0', 'transformersEmbeddings'],
      ['pinecone_0', 'hnsw'],
    ]);
  });

  test('can run when all is replaced, with its wires and what else was set', () => {
    const content = contentOf(flow, null);
    const after = replaceNodes(
      content,
      found.map(({ node, best }) => ({ node, by: best })),
    );
    expect(checkFlow(after.graph).problems).toEqual([]);
    expect(after.graph.edges).toHaveLength(flow.edges.length);
    expect(after.layout).toEqual(content.layout);
    const store = after.graph.nodes.find(({ id }) => id === 'pinecone_0');
    expect(store?.data).toMatchObject({ name: 'hnsw', label: 'Garden index', inputs: { topK: '6' } });
    const model = after.graph.nodes.find(({ id }) => id === 'AWSBedrockEmbeddings_0');
    expect(model?.data).toMatchObject({ name: 'transformersEmbeddings', label: transformersEmbeddings.label });
    // What Flowise alone knows stays as it came, the same objects.
    expect(after.graph.nodes.filter((node) => content.graph.nodes.includes(node))).toHaveLength(flow.nodes.length - 2);
  });

  test('tells before what a replacement keeps', () => {
    const content = contentOf(flow, null);
    const store = nodeOf(flow, 'pinecone_0');
    expect(previewReplacement(content.graph, store, hnsw)).toEqual({ settings: ['Top K'], wires: 5, lostWires: 0 });
  });
});

describe('a replacement', () => {
  const known = makeFlow({ records: {} });

  function unknown(name: string, inputs: object, more: object = {}): FlowDocument {
    const nodes = known.nodes.map((node): FlowNode => {
      if (node.id !== 'transformersEmbeddings_0') return node;
      return {
        ...node,
        data: { ...node.data, name, label: 'Mine', category: 'Embeddings', inputs: { ...inputs }, ...more },
      };
    });
    return { ...known, nodes };
  }

  test('keeps values of the same name that are right there, and a credential of the same kind', () => {
    const credential = { inputParams: [{ name: 'credential', type: 'credential', credentialNames: ['openAIApi'] }] };
    const inputs = { modelName: 'text-embedding-3-small', batchSize: 'many', timeout: '', region: 'eu' };
    const document = unknown('togetherAIEmbedding', inputs, { ...credential, credential: 'c1' });
    const after = replaceUnknown(document, nodeOf(document, 'transformersEmbeddings_0'), openAIEmbeddings);
    const { data } = after.nodes.find(({ id }) => id === 'transformersEmbeddings_0') ?? known.nodes[0] ?? { data: {} };
    expect(data).toMatchObject({ label: 'Mine', credential: 'c1', inputs: { modelName: 'text-embedding-3-small' } });
    expect(data).not.toHaveProperty('inputs.region');
    expect(data).not.toHaveProperty('inputs.batchSize', 'many');
    const other = unknown('togetherAIEmbedding', inputs, { credential: 'c1' });
    const without = replaceUnknown(other, nodeOf(other, 'transformersEmbeddings_0'), openAIEmbeddings);
    expect(without.nodes.find(({ id }) => id === 'transformersEmbeddings_0')?.data.credential).toBe('');
  });

  test('stays disabled, and override switches of its label follow it to its id', () => {
    const document = unknown(
      'togetherAIEmbedding',
      {},
      { label: 'TogetherAI Embedding', tributary: { disabled: true } },
    );
    const content = contentOf(document, makeApiConfig({ 'TogetherAI Embedding': ['modelName'] }));
    const after = replaceNodes(content, [{ node: nodeOf(document, 'transformersEmbeddings_0'), by: openAIEmbeddings }]);
    expect(after.graph.nodes.find(({ id }) => id === 'transformersEmbeddings_0')?.data).toMatchObject({
      label: openAIEmbeddings.label,
      tributary: { disabled: true },
    });
    expect(JSON.parse(after.apiConfig ?? '')).toMatchObject({
      overrideConfig: { nodes: { transformersEmbeddings_0: [{ name: 'modelName', enabled: true }] } },
    });
  });

  test('takes no second wire into an input for one', () => {
    const twice = {
      ...known,
      edges: known.edges.flatMap((edge) =>
        edge.source === 'transformersEmbeddings_0' ? [edge, { ...edge, id: 'again' }] : [edge],
      ),
    };
    const nodes = twice.nodes.map((node) =>
      node.id === 'hnsw_0' ? { ...node, data: { ...node.data, name: 'pinecone', category: 'Vector Stores' } } : node,
    );
    const after = replaceUnknown({ ...twice, nodes }, nodeOf({ nodes }, 'hnsw_0'), hnsw);
    expect(after.edges.filter(({ target }) => target === 'hnsw_0')).toHaveLength(3);
  });
});
