import { describe, expect, test } from 'vitest';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { memoryVectorStore } from '../../shared/nodes/vectorstores/memory-vector-store.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const TEXTS = [
  'The parser is kept in C++ by one team.',
  'The parser is kept in C# by another team.',
  'On 14 June 2023 the ferry was late.',
  'On 2023-06-15 the ferry was on time.',
  'Load test of the ferry: passed.',
  'The test load of the ferry is sand.',
  'Bicycles are taken on the ferry.',
  'Bicycles are not taken on the train.',
];

const FINDS = [
  ['C#', 1],
  ['parser kept in C++', 0],
  ['2023-06-14', 2],
  ['June 15, 2023', 3],
  ['"test load"', 5],
  ['"not taken"', 7],
  ['bicycles -train', 6],
  ['parser -c one', 0],
] as const;

describe('a question to a flow', () => {
  test.each(['keyword', 'hybrid'] as const)('finds signs, dates and phrases first: %s', async (mode) => {
    const { id } = await suite.api.createFlow(createStarterFlow());
    const files = TEXTS.map((content, index) => ({ name: `${index}.txt`, content }));
    await suite.api.upsert(id, files);
    for (const [query, first] of FINDS) {
      const { docs } = await suite.api.query(id, { query, mode });
      expect([query, docs[0]?.pageContent]).toEqual([query, TEXTS[first]]);
      if (query.startsWith('"')) expect(docs).toHaveLength(1);
    }
    const missed = await suite.api.query(id, { query: '"ferry of the test"', mode });
    expect(missed.docs.length).toBeGreaterThan(1);
    expect(missed).toMatchObject({ phraseNotFound: true });
  });

  test('leaves out what it names, also where a store searches by meaning only', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath, storeNode: memoryVectorStore });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, [{ name: 'a.txt', content: 'The heron waits.' }]);
    expect((await suite.api.query(id, { query: 'who waits' })).docs).toHaveLength(1);
    expect((await suite.api.query(id, { query: 'who waits -herons' })).docs).toEqual([]);
    const many = Array.from({ length: 60 }, (_, index) => `-word${index}`).join(' ');
    expect((await suite.api.query(id, { query: `who waits ${many}` })).docs).toHaveLength(1);
    expect((await suite.api.query(id, { query: `who waits ${many} -herons` })).docs).toEqual([]);
    expect((await suite.api.query(id, { query: '"heron waits"' })).docs).toHaveLength(1);
  });
});

test.each([
  [{}, 'it is missing'],
  [{ query: null }, 'it is null, and must be text'],
  [{ query: 5 }, 'must be text'],
])('a call without a question says what it lacks: %j', async (body, reason) => {
  const { id } = await suite.api.createFlow(createStarterFlow());
  const answer = await suite.api.json('POST', `/vector/query/${id}`, body);
  const message = `query in the body can't be used: ${reason}.`;
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } });
});
