import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeEnglishText } from '../builders/english-text.ts';
import { makeFlow } from '../builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../servers/api-client.ts';
import { fields, vectorParts } from '../servers/document-store-suite.ts';
import { type ServerProcess, startServerProcess } from '../servers/server-process.ts';
import { canMount, type SmallDisk } from '../servers/small-disk.ts';
import { createStoreClient } from '../servers/store-client.ts';

const DISK_BYTES = 64 * 1024 * 1024;
const UPLOAD_BYTES = 400_000;

/** The tests of a server whose disk gets full. Skipped where such a disk can't be mounted. */
export function describeFullDisk(name: string, mount: (bytes: number) => SmallDisk): void {
  const isThere = canMount(mount);
  describe(`${name} that gets full`, () => testFullDisk(mount, isThere));
}

function testFullDisk(mount: (bytes: number) => SmallDisk, isThere: boolean): void {
  let disk: SmallDisk;
  let fake: FakeOpenAI;
  let server: ServerProcess;
  let onEmbed: () => void;

  beforeEach(async () => {
    if (!isThere) return;
    disk = mount(DISK_BYTES);
    onEmbed = () => undefined;
    fake = await startFakeOpenAI({
      reply: () => {
        onEmbed();
        return undefined;
      },
    });
  });

  afterEach(async () => {
    if (!isThere) return;
    await server.kill();
    await fake.close();
    disk.remove();
  });

  const dataDir = () => join(disk.path, 'data');

  async function start(): Promise<ApiClient> {
    server = await startServerProcess({ dataDir: dataDir() });
    return createApiClient(server.url);
  }

  const newFlow = async (api: ApiClient) => (await api.createFlow(makeFlow({ basepath: fake.basepath }))).id;
  const file = (seed: number) => ({ name: `${seed}.txt`, content: makeEnglishText(UPLOAD_BYTES, seed) });
  const full = { code: 'DISK_FULL', message: expect.stringMatching(/disk.* is full: free some space/) };

  test.skipIf(!isThere)(
    'the server stays, upserts are 507, edits go on, and upserts too once there is room',
    async () => {
      const api = await start();
      const id = await newFlow(api);
      disk.fill();
      expect(await api.upload(id, [file(1)])).toMatchObject({ status: 507, body: full });
      expect(await api.upload(id, [file(2)])).toMatchObject({ status: 507, body: full });
      expect((await api.get('/notices')).body).toEqual([{ ...full, backup: null }]);
      expect(await api.json('PUT', `/chatflows/${id}`, { name: 'Renamed' })).toMatchObject({ status: 200 });

      disk.clear();
      expect(await api.upload(id, [file(3)])).toMatchObject({ status: 200 });
      expect((await api.get('/notices')).body).toEqual([]);
      expect((await api.query(id, { query: 'words', topK: 1 })).docs).toHaveLength(1);
    },
  );

  test.skipIf(!isThere)('a run that fills it fails with DISK_FULL, and what was stored stays', async () => {
    const api = await start();
    const id = await newFlow(api);
    await api.upload(id, [{ name: 'before.txt', content: 'The gate was green.' }]);
    onEmbed = () => {
      disk.fill();
      onEmbed = () => undefined;
    };
    const { runId } = (await api.upload(id, [file(4)], {}, { prefer: 'respond-async' })).body as { runId: string };
    await expect.poll(async () => (await api.run(runId)).status, { timeout: 50_000 }).toBe('FAILED');
    expect(await api.run(runId)).toMatchObject({ error: { ...full, statusCode: 507 } });
    expect((await api.query(id, { query: 'The gate was green.', topK: 1 })).docs).toMatchObject([
      { pageContent: 'The gate was green.' },
    ]);
  });

  test.skipIf(!isThere)(
    'an upsert of a document store that fills it is 507, and works again once there is room',
    async () => {
      await start();
      const stores = createStoreClient(server.url);
      const { id } = await stores.create(vectorParts(fake.basepath));
      onEmbed = () => {
        disk.fill();
        onEmbed = () => undefined;
      };
      expect(await stores.upload(`/upsert/${id}`, [file(6)], fields)).toMatchObject({ status: 507, body: full });
      expect(await stores.store(id)).toMatchObject({ status: 'EMPTY', lastError: { code: 'DISK_FULL' } });
      disk.clear();
      expect(await stores.upload(`/upsert/${id}`, [file(7)], fields)).toMatchObject({ status: 200 });
    },
  );

  test.skipIf(!isThere)('the server starts on it', async () => {
    const api = await start();
    const id = await newFlow(api);
    await server.kill();
    disk.fill();
    const again = await start();
    expect((await again.get('/notices')).body).toEqual([{ ...full, backup: null }]);
    expect(await again.upload(id, [file(5)])).toMatchObject({ status: 507, body: full });
    const code = await server.stop();
    expect(code, server.errors).toBe(0);

    // Nothing of the reserve is left now, and no byte anywhere.
    disk.fill();
    await expect(start()).rejects.toThrow(/Tributary can't start\. The disk is full: free some space [^\n]*\n$/);
  });
}
