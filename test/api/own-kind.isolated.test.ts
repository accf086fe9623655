import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { UpsertResultSchema } from '../../shared/api/vector.ts';
import { checkFlow, compileFlow } from '../../shared/flow/compile-flow.ts';
import { checkGraph } from '../../shared/flow/compile-graph.ts';
import { nodesInto } from '../../shared/flow/flow-plan.ts';
import { validateConnection } from '../../shared/flow/validate-connection.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { textParam } from '../../shared/nodes/params.ts';
import { hnsw } from '../../shared/nodes/vectorstores/hnsw.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

/** A kind as it would stand in the table of kinds. */
const KIND = 'reranker' as NodeDefinition['kind'];
const GIVES = 'Reranker' as 'Document';

vi.mock('../../shared/nodes/kinds.ts', async (original) => {
  const kinds = await original<typeof import('../../shared/nodes/kinds.ts')>();
  Object.assign(kinds.NODE_KINDS, { reranker: { categories: ['Rerankers'], drawnAs: 'Reranker' } });
  return kinds;
});

vi.mock('../../shared/nodes/data-types.ts', async (original) => {
  const types = await original<typeof import('../../shared/nodes/data-types.ts')>();
  Object.assign(types.DATA_TYPES, { Reranker: { label: 'Reranker', phrase: 'a reranker' } });
  return types;
});

vi.mock('../../shared/nodes/registry.ts', async (original) => {
  const registry = await original<typeof import('../../shared/nodes/registry.ts')>();
  const find: typeof registry.findNodeDefinition = (name) => own().get(name) ?? registry.findNodeDefinition(name);
  return { ...registry, findNodeDefinition: find };
});

const reranker: NodeDefinition = {
  kind: KIND,
  name: 'testReranker',
  version: 1,
  label: 'Test Reranker',
  description: 'Puts what was found in a better order.',
  icon: 'list-checks',
  type: 'Reranker',
  synonyms: [],
  connects: true,
  params: z.object({ modelName: textParam({ title: 'Model' }) }),
  summary: () => '',
  inputs: [],
  outputs: [{ name: 'testReranker', label: 'Reranker', type: GIVES, baseClasses: ['Reranker'] }],
};

/** The store of the app with one more input. */
const rerankedStore: NodeDefinition = {
  ...hnsw,
  name: 'rerankedStore',
  aliasOf: { name: hnsw.name, params: {} },
  inputs: [...hnsw.inputs, { name: 'reranker', label: 'Reranker', type: GIVES, help: 'Orders what was found.' }],
};

// A function: the mock above is called before the constants are there.
function own(): ReadonlyMap<string, NodeDefinition> {
  return new Map([reranker, rerankedStore].map((definition) => [definition.name, definition]));
}

const suite = setUpApiSuite();

function rerankedFlow(inputs: Record<string, unknown>) {
  const flow = makeFlow({ storeNode: rerankedStore, basepath: suite.fake.basepath });
  const store = node(rerankedStore);
  const added = node(reranker, inputs);
  return { nodes: [...flow.nodes, added], edges: [...flow.edges, edge(added, store, 'reranker')] };
}

test('a node of a new kind is checked, connected and compiled like any other', () => {
  const flow = rerankedFlow({ modelName: 'bge-reranker' });
  const plan = compileFlow(flow);
  expect(nodesInto(plan, plan.target, KIND)).toMatchObject([
    { id: 'testReranker_0', inputs: { modelName: 'bge-reranker' }, definition: { kind: 'reranker' } },
  ]);
  expect(plan.edges).toContainEqual({ source: 'testReranker_0', target: 'rerankedStore_0', input: 'reranker' });
  const problems = [
    checkFlow(rerankedFlow({ modelName: 7 })),
    checkFlow({ ...flow, edges: flow.edges.filter(({ source }) => source !== 'testReranker_0') }),
  ].flatMap((check) => check.problems.map(({ code, nodeId }) => [code, nodeId]));
  expect(problems).toEqual([
    ['INVALID_PARAM', 'testReranker_0'],
    ['MISSING_INPUT', 'rerankedStore_0'],
  ]);
  const [splitter] = flow.nodes;
  if (splitter === undefined) throw new Error('the flow has a splitter');
  const wrong = { ...edge(splitter, node(rerankedStore), 'reranker'), target: 'rerankedStore_0' };
  expect(validateConnection({ ...flow, edges: [] }, wrong)).toBe('Local vector store (HNSW) takes a reranker here.');
});

test('a node of a new kind may be what a plan is for', () => {
  const flow = rerankedFlow({ modelName: 'bge-reranker' });
  const target = node(reranker, { modelName: 'bge-reranker' });
  expect(checkGraph(flow, target)).toMatchObject({ problems: [], plan: { target: { id: target.id }, edges: [] } });
});

test('a run takes a node of a new kind along: in its steps, and its history', async () => {
  const { id } = await suite.api.createFlow(rerankedFlow({ modelName: 'bge-reranker' }));
  const answer = await suite.api.upload(id, [{ name: 'a.txt', content: 'Bees sleep in winter.' }]);
  expect(answer).toMatchObject({ status: 200, body: { numAdded: 1 } });
  const { nodes } = await suite.api.run(UpsertResultSchema.parse(answer.body).runId);
  expect(nodes).toContainEqual(expect.objectContaining({ nodeId: 'testReranker_0', status: 'done' }));
  expect((await suite.api.get(`/upsert-history/${id}`)).body).toMatchObject([
    { flowData: expect.arrayContaining([expect.objectContaining({ id: 'testReranker_0', category: 'Rerankers' })]) },
  ]);
});

test('variables of a node of a new kind are filled in, and one that is not there stops the run', async () => {
  const { id } = await suite.api.createFlow(rerankedFlow({ modelName: '{{$vars.model}}' }));
  const upload = () => suite.api.upload(id, [{ name: 'a.txt', content: 'Bees sleep in winter.' }]);
  expect(await upload()).toMatchObject({ status: 422, body: { code: 'INVALID_PARAM', nodeId: 'testReranker_0' } });
  await suite.api.json('POST', '/variables', { name: 'model', value: 'bge-reranker', type: 'static' });
  expect(await upload()).toMatchObject({ status: 200 });
});

test('a new kind that nothing is known of to try has nothing to test', async () => {
  const answer = await suite.api.json('POST', '/nodes/test-connection', { name: reranker.name, config: {} });
  expect(answer.body).toMatchObject({ message: expect.stringContaining('there is nothing to test') });
});
