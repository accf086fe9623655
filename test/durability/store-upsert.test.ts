import { expect, test } from 'vitest';
import { StoreUpsertAcceptedSchema } from '../../shared/api/document-store-upserts.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { LINE_SPLITTER, lines, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

const POLL = { timeout: 30_000, interval: 50 };
const CHUNKS = 600;
const FILE = { name: 'a.txt', content: lines(CHUNKS) };
const PARTS = { loader: JSON.stringify(TEXT_LOADER), splitter: JSON.stringify(LINE_SPLITTER) };
const AS_BEFORE = { error: { message: expect.stringContaining('begin it again; the store is as it was before') } };

test.each(['kill', 'stop'] as const)(
  'an upsert that makes a store and is ended by a %s of the server counts in no part, and says so',
  async (end) => {
    const folder = makeTemporaryFolder();
    let isHeld = true;
    const fake = await startFakeOpenAI({
      dimensions: 16,
      reply: ({ texts }) => (isHeld && texts.some((text) => text.includes('Line 590')) ? 'hang' : undefined),
    });
    let server = await startServerProcess({ dataDir: folder.path });
    try {
      let stores = createStoreClient(server.url);
      const embeddingConfig = { name: 'openAIEmbeddings', config: { basepath: fake.basepath } };
      const from = await stores.create({ embeddingConfig, vectorStoreConfig: { name: 'hnsw', config: {} } });
      const fields = { ...PARTS, createNewDocStore: 'true' };
      const begun = await stores.upload(`/upsert/${from.id}`, [FILE], fields, { prefer: 'respond-async' });
      const { runId, storeId } = StoreUpsertAcceptedSchema.parse(begun.body);
      const done = async () =>
        (await stores.run(runId)).nodes.find(({ nodeId }) => nodeId === 'vectorStore')?.done ?? 0;
      await expect.poll(done, POLL).toBeGreaterThan(200);

      await server[end]();
      server = await startServerProcess({ dataDir: folder.path });
      stores = createStoreClient(server.url);
      expect(await stores.run(runId)).toMatchObject({ ...AS_BEFORE, status: 'INTERRUPTED', resumable: false });
      const message = expect.stringContaining('the store is as it was before');
      expect(await stores.store(storeId)).toMatchObject({ totalChunks: 0, lastError: { message } });
      isHeld = false;
      expect(await stores.upsert(storeId, [FILE], PARTS)).toMatchObject({ numAdded: CHUNKS });
      expect(await stores.store(storeId)).toMatchObject({ totalChunks: CHUNKS });
    } finally {
      await server.kill();
      await fake.close();
      folder.remove();
    }
  },
);
