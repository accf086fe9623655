import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { MoveAcceptedSchema } from '../../shared/api/moves.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type FakeQdrant, startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { never } from '../helpers/fakes/fake-qdrants.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

const POLL = { timeout: 30_000, interval: 50 };
const CHUNKS = 600;
const FILE = {
  name: 'pond.txt',
  content: Array.from({ length: CHUNKS }, (_, row) => `Row ${row}: what was said about the pond and its frogs.`).join(
    '\n\n',
  ),
};

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: ServerProcess;
let fake: FakeOpenAI;
let qdrant: FakeQdrant;
/** The collection that is copied to, and how many of its writes are answered. */
let writes: { path: string; answered: number };

beforeEach(async () => {
  folder = makeTemporaryFolder();
  fake = await startFakeOpenAI({ dimensions: 16 });
  writes = { path: '', answered: 0 };
  qdrant = await startFakeQdrant({
    reply({ method, path }) {
      if (method !== 'PUT' || !path.includes('/points')) return undefined;
      writes = { path, answered: writes.answered + 1 };
      return writes.answered > 3 ? 'hang' : undefined;
    },
  });
  server = await startServerProcess({ dataDir: folder.path });
});
afterEach(async () => {
  await server.kill();
  await fake.close();
  await qdrant.close();
  folder.remove();
});

function collections(): string[] {
  const db = openReadOnly(join(folder.path, 'tributary.db'));
  try {
    return db.prepare<[], string>('SELECT name FROM collection').pluck().all();
  } finally {
    db.close();
  }
}

test('a server that is killed while a flow is moved leaves the flow where it was, and removes what it began', async () => {
  let api = createApiClient(server.url);
  const flow = makeFlow({
    basepath: fake.basepath,
    splitter: { chunkSize: 80, chunkOverlap: 0 },
    records: { cleanup: 'full' },
  });
  const { id } = await api.createFlow(flow);
  await api.upsert(id, [FILE]);
  const before = (await api.get(`/chatflows/${id}`)).body;
  const config = { qdrantServerUrl: qdrant.url, qdrantCollection: 'pond' };
  const started = await api.json('POST', `/moves/${id}`, { vectorStore: { name: 'qdrant', config } });
  const { runId } = MoveAcceptedSchema.parse(started.body);
  await expect.poll(() => writes.answered, POLL).toBeGreaterThan(3);
  const collection = /^\/collections\/([^/]+)/.exec(writes.path)?.[1] ?? '';
  const begun = () => openQdrant({ url: qdrant.url, collection }).count(never);
  expect(await begun()).toBeGreaterThan(0);

  await server.kill();
  server = await startServerProcess({ dataDir: folder.path });
  api = createApiClient(server.url);
  expect((await api.get(`/chatflows/${id}`)).body).toEqual(before);
  // There is nothing to go on with, so nobody offers it.
  const cutOff = {
    status: 'INTERRUPTED',
    resumable: false,
    error: { message: expect.stringContaining('begin it again') },
  };
  expect(await api.run(runId)).toMatchObject(cutOff);
  expect((await api.get(`/runs?chatflowId=${id}`)).body).toMatchObject([cutOff, {}]);
  await expect.poll(begun, POLL).toBe(0);
  expect(collections()).toEqual([id]);
  // It works on as before, and may be moved again.
  const embedded = fake.texts;
  expect(await api.upsert(id, [FILE])).toMatchObject({ numAdded: 0, numDeleted: 0, numSkipped: CHUNKS });
  expect(fake.texts).toBe(embedded);
});
