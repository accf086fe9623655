import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBinService } from '../../electron/server/services/bin-service.ts';
import { BIN_KEPT_MS, BinEntrySchema } from '../../shared/api/bin.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { silentLog } from '../helpers/builders/silent-log.ts';
import { setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();

const binOf = async (id: string) =>
  z
    .array(BinEntrySchema)
    .parse((await suite.api.get('/bin')).body)
    .filter((entry) => entry.id === id);
const json = (method: string, path: string, body: object = {}) => suite.api.json(method, path, body);

async function filledFlow(): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records: {} }));
  await suite.api.upsert(id, [{ name: 'a.txt', content: 'Bees sleep in winter.' }]);
  return id;
}

test('a flow in the bin is found nowhere, and is back with all that it holds', async () => {
  const id = await filledFlow();
  const put = await json('POST', `/bin/chatflows/${id}`);
  expect(put).toMatchObject({ status: 200, body: { id, kind: 'chatflow', name: 'Test flow' } });
  expect((await suite.api.get(`/chatflows/${id}`)).status).toBe(404);
  expect(JSON.stringify((await suite.api.get('/chatflows')).body)).not.toContain(id);
  expect((await suite.api.get(`/upsert-history/${id}`)).status).toBe(404);
  expect((await json('POST', `/vector/query/${id}`, { query: 'bees' })).status).toBe(404);
  expect(await binOf(id)).toMatchObject([{ id }]);

  expect((await json('POST', `/bin/${id}/restore`)).status).toBe(200);
  expect(await binOf(id)).toEqual([]);
  expect(JSON.stringify((await suite.api.get('/chatflows')).body)).toContain(id);
  expect(JSON.stringify(await suite.api.query(id, { query: 'bees' }))).toContain('Bees sleep in winter.');
});

test('what a flow in the bin has stored in a shared collection outlives the deletion of another flow', async () => {
  const flow = () => makeFlow({ basepath: suite.fake.basepath, records: {}, store: { collection: 'shared-notes' } });
  const kept = (await suite.api.createFlow(flow())).id;
  const other = (await suite.api.createFlow(flow())).id;
  await suite.api.upsert(kept, [{ name: 'a.txt', content: 'Kept words.' }]);
  await json('POST', `/bin/chatflows/${kept}`);
  expect((await suite.api.call('DELETE', `/chatflows/${other}`)).status).toBe(200);
  await json('POST', `/bin/${kept}/restore`);
  expect(JSON.stringify(await suite.api.query(kept, { query: 'words' }))).toContain('Kept words.');
});

test('removed from the bin a flow is gone with its chunks', async () => {
  const id = await filledFlow();
  await json('POST', `/bin/chatflows/${id}`);
  expect(await json('DELETE', `/bin/${id}`)).toMatchObject({ status: 200, body: { affected: 1 } });
  expect(await binOf(id)).toEqual([]);
  expect((await suite.api.get(`/chatflows/${id}`)).status).toBe(404);
  expect(await json('POST', `/bin/${id}/restore`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a document store in the bin comes back with its loaders', async () => {
  const { id, docId } = await suite.filledStore(3);
  expect((await json('POST', `/bin/document-stores/${id}`)).status).toBe(200);
  expect((await suite.api.get(`/document-store/store/${id}`)).status).toBe(404);
  await json('POST', `/bin/${id}/restore`);
  expect(JSON.stringify((await suite.api.get(`/document-store/store/${id}`)).body)).toContain(docId);
});

test('what is not there can not be put into the bin', async () => {
  expect(await json('POST', '/bin/chatflows/nobody')).toMatchObject({
    status: 404,
    body: { code: 'CHATFLOW_NOT_FOUND' },
  });
  expect(await json('POST', '/bin/document-stores/nobody')).toMatchObject({
    status: 404,
    body: { code: 'STORE_NOT_FOUND' },
  });
});

test('after seven days it goes, and not before', async () => {
  const removed: string[] = [];
  const rows = [
    { id: 'old', kind: 'chatflow', name: 'Old', deletedDate: '2026-01-01T00:00:00.000Z', reachesRemote: true },
    { id: 'new', kind: 'chatflow', name: 'New', deletedDate: '2026-01-01T00:00:01.000Z', reachesRemote: false },
  ] as const;
  const service = createBinService({
    bin: { insert: () => undefined, take: () => true, list: () => [...rows], find: () => undefined },
    chatflows: { binChanged: () => undefined },
    libraries: { find: () => expect.unreachable() },
    runs: { cancelAllOf: async () => undefined },
    removals: {
      async remove(kind, id, wishes) {
        removed.push(`${kind} ${id} ${wishes.reachesRemote}`);
        return { raw: [], affected: 1 };
      },
    },
    prunes: { changed: () => undefined },
    log: silentLog,
    now: () => new Date(Date.parse('2026-01-01T00:00:00.000Z') + BIN_KEPT_MS),
  });
  await service.expire();
  service.close();
  expect(removed).toEqual(['chatflow old true']);
});
