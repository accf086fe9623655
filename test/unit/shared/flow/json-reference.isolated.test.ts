import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { checkFlow, compileFlow } from '../../../../shared/flow/compile-flow.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { jsonObjectParam } from '../../../../shared/nodes/params.ts';
import { nodeDefinitions } from '../../../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../../../helpers/builders/flows.ts';

vi.mock('../../../../shared/nodes/registry.ts', async (original) => {
  const registry = await original<typeof import('../../../../shared/nodes/registry.ts')>();
  const find: typeof registry.findNodeDefinition = (name) => own().get(name) ?? registry.findNodeDefinition(name);
  return { ...registry, findNodeDefinition: find };
});

const { hnsw, similarityThresholdRetriever, transformersEmbeddings } = nodeDefinitions;

const templated: NodeDefinition = {
  ...similarityThresholdRetriever,
  name: 'templatedRetriever',
  params: z.object({ promptValues: jsonObjectParam({ title: 'Prompt values', refers: true }) }),
};

// A function: the mock above is called before the constants are there.
function own(): ReadonlyMap<string, NodeDefinition> {
  return new Map([[templated.name, templated]]);
}

/** A flow whose end has prompt values, and a second store. */
function prompting(promptValues: unknown) {
  const flow = makeFlow();
  const [end, second] = [node(templated, { promptValues }), node(hnsw, {}, 'hnsw_1')];
  return {
    nodes: [...flow.nodes, end, second],
    edges: [
      ...flow.edges,
      edge(node(hnsw), end, 'vectorStore'),
      edge(node(transformersEmbeddings), second, 'embeddings'),
    ],
  };
}

describe('JSON that refers to something where a question is answered', () => {
  test('is checked before anything runs', () => {
    const problemsOf = (values: unknown) => checkFlow(prompting(values), undefined, undefined, 'question').problems;
    expect(problemsOf({ who: '{{question}}', rest: ['{{chat_history}}', '{{hnsw_1.data.instance}}'] })).toEqual([]);
    for (const values of [{ who: ['{{qestion}}'] }, '{"who": ["{{qestion}}"]}']) {
      expect(problemsOf(values)).toMatchObject([
        {
          code: 'INVALID_PARAM',
          nodeId: 'templatedRetriever_0',
          param: 'promptValues',
          message: expect.stringContaining('refers to {{qestion}}'),
        },
      ]);
    }
    expect(problemsOf({ me: '{{templatedRetriever_0.data.instance}}' })).toMatchObject([{ code: 'FLOW_HAS_CYCLE' }]);
  });

  test('makes the node that it refers to a part of the plan', () => {
    const { nodes, edges } = compileFlow(prompting({ rules: '{{hnsw_1.data.instance}}' }), undefined, 'question');
    expect(nodes.map(({ id }) => id)).toContain('hnsw_1');
    expect(edges).toContainEqual({ source: 'hnsw_1', target: 'templatedRetriever_0', input: 'promptValues' });
  });
});
