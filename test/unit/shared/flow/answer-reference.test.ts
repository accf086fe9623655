import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { referencesOf, replaceReferences } from '../../../../shared/flow/answer-reference.ts';
import { checkFlow, compileFlow } from '../../../../shared/flow/compile-flow.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { jsonObjectParam } from '../../../../shared/nodes/params.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../../../helpers/builders/flows.ts';

const { hnsw, similarityThresholdRetriever } = nodeDefinitions;

/** A flow whose retriever looks for a text. */
function asking(query: string) {
  const flow = makeFlow();
  const retriever = node(similarityThresholdRetriever, { query });
  return { nodes: [...flow.nodes, retriever], edges: [...flow.edges, edge(node(hnsw), retriever, 'vectorStore')] };
}

/** A node with JSON that may refer to something. */
const withJson: NodeDefinition = {
  ...similarityThresholdRetriever,
  params: z.object({
    values: jsonObjectParam({ title: 'Values', refers: true }),
    other: jsonObjectParam({ title: 'Other' }),
  }),
};

function problemsOf(query: string) {
  return checkFlow(asking(query), undefined, undefined, 'question').problems;
}

describe('what the texts of a node refer to where a question is answered', () => {
  const text = 'Rules: {{question}} {{ chat_history }} {{hnsw_0.data.instance}} {{$vars.team}} {{other}} {single}';

  test('is read in the order of the text, without variables', () => {
    const found = referencesOf(similarityThresholdRetriever, { query: text, maxK: '{{question}}' });
    expect(found.map(({ param, written, reference }) => [param, written, reference])).toEqual([
      ['query', '{{question}}', { to: 'question' }],
      ['query', '{{ chat_history }}', { to: 'history' }],
      ['query', '{{hnsw_0.data.instance}}', { to: 'node', id: 'hnsw_0' }],
      ['query', '{{other}}', { to: 'nothing' }],
    ]);
  });

  test('is replaced once: what comes in is a text, whatever is in it', async () => {
    const asked: string[] = [];
    const inputs = { query: '{{question}} or {{question}}, {{chat_history}}', maxK: 3 };
    const replaced = await replaceReferences(similarityThresholdRetriever, inputs, async ({ to }) => {
      asked.push(to);
      return to === 'question' ? '{{chat_history}} $&' : 'Human: Hello';
    });
    expect(replaced).toEqual({ query: '{{chat_history}} $& or {{chat_history}} $&, Human: Hello', maxK: 3 });
    expect(asked).toEqual(['question', 'history']);
  });

  describe('in JSON', () => {
    const values = { a: '{{question}}', '{{key}}': ['of {{hnsw_0.data.instance}}', 3, { b: '{{other}}' }] };
    const other = { a: '{{question}}' };

    test.each([
      ['an object', values],
      ['its text', JSON.stringify(values)],
    ])('is read from the texts of %s, at any depth', (_form, given) => {
      const found = referencesOf(withJson, { values: given, other });
      expect(found.map(({ param, written }) => [param, written])).toEqual([
        ['values', '{{question}}'],
        ['values', '{{hnsw_0.data.instance}}'],
        ['values', '{{other}}'],
      ]);
    });

    test('is replaced there: what comes in stays a text, whatever is in it', async () => {
      const inputs = { values: JSON.stringify(values), other };
      const replaced = await replaceReferences(withJson, inputs, async ({ to }) => `"${to}"}`);
      expect(replaced).toEqual({
        values: { a: '"question"}', '{{key}}': ['of "node"}', 3, { b: '"nothing"}' }] },
        other,
      });
    });
  });

  test('is checked before anything runs', () => {
    expect(problemsOf('Rules: {{question}}, {{chat_history}}, {{hnsw_0.data.instance}}, {{$vars.team}}')).toEqual([]);
    const unknown = { code: 'INVALID_PARAM', nodeId: 'similarityThresholdRetriever_0', param: 'query' };
    for (const written of ['{{qestion}}', '{{hnsw_7.data.instance}}', '{{textFile_0.data.instance}}']) {
      expect(problemsOf(`Rules: ${written}`)).toMatchObject([
        { ...unknown, message: expect.stringContaining(`refers to ${written}`) },
      ]);
    }
    expect(problemsOf('{{similarityThresholdRetriever_0.data.instance}}')).toMatchObject([{ code: 'FLOW_HAS_CYCLE' }]);
    expect(checkFlow(asking('{{qestion}}')).problems).toEqual([]);
  });

  test('makes a node that is referred to a part of the plan', () => {
    const flow = asking('{{hnsw_1.data.instance}}');
    const second = node(hnsw, {}, 'hnsw_1');
    const embedding = node(nodeDefinitions.transformersEmbeddings);
    const both = {
      nodes: [...flow.nodes, second],
      edges: [...flow.edges, edge(embedding, second, 'embeddings')],
    };
    const { nodes, edges } = compileFlow(both, undefined, 'question');
    expect(nodes.map(({ id }) => id)).toContain('hnsw_1');
    expect(edges).toContainEqual({ source: 'hnsw_1', target: 'similarityThresholdRetriever_0', input: 'query' });
  });
});
