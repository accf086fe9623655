import { describe, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const ANIMALS = ['otter', 'heron', 'badger', 'marten', 'beaver', 'falcon', 'weasel', 'salmon', 'magpie', 'hare'];

describe('hybridWeight of a question', () => {
  test('gives a hybrid search the order of words, or that of meaning', async () => {
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      splitter: { chunkSize: 200, chunkOverlap: 0 },
      records: {},
    });
    const { id } = await suite.api.createFlow(flow);
    const files = ANIMALS.map((animal) => ({ name: `${animal}.txt`, content: `A ${animal} was seen at the river.` }));
    await suite.api.upsert(id, files);
    const firstOf = async (more: object) =>
      (await suite.api.query(id, { query: 'Where is the heron?', topK: 10, ...more })).docs[0]?.metadata.source;
    const byWords = await firstOf({ mode: 'keyword' });
    const byMeaning = await firstOf({ mode: 'vector' });
    expect(byWords).toBe('heron.txt');
    expect(byMeaning).not.toBe(byWords);
    expect(await firstOf({ mode: 'hybrid', hybridWeight: 0 })).toBe(byWords);
    expect(await firstOf({ mode: 'hybrid', hybridWeight: 10 })).toBe(byMeaning);
  });

  test('is refused where it is no weight', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath, records: {} });
    const { id } = await suite.api.createFlow(flow);
    for (const hybridWeight of [-1, 11, 'much']) {
      const answer = await suite.api.json('POST', `/vector/query/${id}`, { query: 'x', hybridWeight });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
  });
});
