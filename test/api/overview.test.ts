import { expect, test } from 'vitest';
import { z } from 'zod';
import { OverviewSchema } from '../../shared/api/overview.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

async function overviewOf(ownerId: string) {
  const { body } = await suite.api.get('/overview');
  return z
    .array(OverviewSchema)
    .parse(body)
    .find((one) => one.ownerId === ownerId);
}

test('a flow that never ran holds nothing', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ records: {} }));
  expect(await overviewOf(id)).toEqual({
    ownerId: id,
    kind: 'chatflow',
    chunks: 0,
    sizeBytes: 0,
    sources: 0,
    keepsElsewhere: false,
    lastRun: null,
  });
});

test('counts chunks and sources, and tells how the last run ended', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ records: {} }));
  const { numAdded } = await suite.api.upsert(id, [
    { name: 'a.txt', content: 'One text.' },
    { name: 'b.txt', content: 'Another text.' },
  ]);
  expect(await overviewOf(id)).toMatchObject({
    chunks: numAdded,
    // Both texts, and two vectors of 512 numbers.
    sizeBytes: 'One text.Another text.'.length + 2 * 512 * 4,
    sources: 2,
    lastRun: { status: 'FINISHED', result: { numAdded } },
  });
});

test('chunks in memory are counted like others, and not with those of a stored collection of the same name', async () => {
  const collection = `notes-${Date.now()}`;
  const stored = await suite.api.createFlow(makeFlow({ records: {}, store: { collection } }));
  await suite.api.upsert(stored.id, [
    { name: 'a.txt', content: 'One text.' },
    { name: 'b.txt', content: 'Another text.' },
  ]);
  const storeNode = nodeDefinitions.memoryVectorStore;
  const { id } = await suite.api.createFlow(makeFlow({ records: {}, storeNode, store: { collection } }));
  expect(await overviewOf(id)).toMatchObject({ chunks: 0, sizeBytes: 0, sources: 0 });
  await suite.api.upsert(id, [{ name: 'c.txt', content: 'A third text.' }]);
  const sizeBytes = 'A third text.'.length + 512 * 4;
  expect(await overviewOf(id)).toMatchObject({ chunks: 1, sizeBytes, sources: 1, keepsElsewhere: false });
  expect(await overviewOf(stored.id)).toMatchObject({ chunks: 2, sources: 2 });
});

test('a flow without records does not know its sources', async () => {
  const { id } = await suite.api.createFlow(makeFlow({}));
  expect(await overviewOf(id)).toMatchObject({ ownerId: id, chunks: 0, sources: null });
});

test('a document store counts what was upserted into its collection', async () => {
  const { body } = await suite.api.json('POST', '/document-store/store', { name: 'Handbook' });
  const { id } = z.object({ id: z.string() }).parse(body);
  expect(await overviewOf(id)).toMatchObject({ kind: 'documentStore', chunks: 0, lastRun: null });
});

test('where a flow stores is looked up as it is now: saved anew, or with another value of a variable', async () => {
  const place = { name: `place_${Date.now()}`, type: 'static' };
  const { body } = await suite.api.json('POST', '/variables', { ...place, value: `${place.name}-a` });
  const variable = z.object({ id: z.string() }).parse(body);
  const drawn = (collection: string) => makeFlow({ records: {}, store: { collection } });
  const { id } = await suite.api.createFlow(drawn(`{{$vars.${place.name}}}`));
  await suite.api.upsert(id, [{ name: 'a.txt', content: 'One text.' }]);
  expect(await overviewOf(id)).toMatchObject({ chunks: 1 });
  await suite.api.json('PUT', `/variables/${variable.id}`, { ...place, value: `${place.name}-b` });
  expect(await overviewOf(id)).toMatchObject({ chunks: 0 });
  await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(drawn(`${place.name}-a`)) });
  expect(await overviewOf(id)).toMatchObject({ chunks: 1 });
});

test('finds a file by a part of its name, and says where it is', async () => {
  const { id } = await suite.api.createFlow(makeFlow({ records: {} }));
  await suite.api.upsert(id, [{ name: 'walruses 100%.txt', content: 'Walruses hum.' }]);
  const find = async (text: string) => (await suite.api.get(`/find/sources?text=${encodeURIComponent(text)}`)).body;
  const found = { ownerId: id, ownerName: 'Test flow', kind: 'chatflow', source: 'walruses 100%.txt', chunks: 1 };
  expect(await find('WALRUS')).toEqual([found]);
  expect(await find('100%')).toEqual([found]);
  expect(await find('s_100')).toEqual([]);
  expect((await suite.api.get('/find/sources?text=')).status).toBe(400);
});
