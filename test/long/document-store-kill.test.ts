import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadOnly } from '../../electron/server/storage/database.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { contentsOf, readChunks } from '../helpers/builders/inspect-store.ts';
import { randomMoments } from '../helpers/builders/random-moments.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient, type StoreClient } from '../helpers/servers/store-client.ts';

const MOMENTS = 8;

let fake: FakeOpenAI;
const folder = makeTemporaryFolder();
const start = () => startServerProcess({ dataDir: folder.path });

beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: 16 });
});

afterAll(async () => {
  await fake.close();
  folder.remove();
});

function file(moment: number) {
  return { name: `file-${moment}.txt`, content: makeEnglishText(600_000, 2000 + moment) };
}

/** Chunks and files that nothing names, and stores that seem to be at work. */
function countLeftovers(): Readonly<Record<string, number>> {
  const db = openReadOnly(join(folder.path, 'tributary.db'));
  const count = (sql: string) => db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? Number.NaN;
  try {
    return {
      chunks: count(`document_store_chunk WHERE NOT EXISTS (SELECT 1 FROM document_store_loader AS loader
        WHERE loader.seq = loader_seq AND loader.generation = document_store_chunk.generation)
        AND NOT EXISTS (SELECT 1 FROM run_loader AS kept WHERE kept.loader_seq = document_store_chunk.loader_seq
          AND kept.previous ->> '$.generation' = document_store_chunk.generation)`),
      texts: count(`chunk_text WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE text_id = chunk_text.id)
        AND NOT EXISTS (SELECT 1 FROM document_store_chunk WHERE text_id = chunk_text.id)`),
      drafts: count('document_store_loader WHERE draft_parts IS NOT NULL OR is_syncing = 1'),
      sweeps: count('document_store_sweep'),
      busy: count('document_store WHERE activity IS NOT NULL'),
    };
  } finally {
    db.close();
  }
}

async function newStore(api: StoreClient): Promise<string> {
  const embeddingConfig = { name: 'openAIEmbeddings', config: { basepath: fake.basepath } };
  const { id } = await api.create({ embeddingConfig, vectorStoreConfig: { name: 'hnsw' } });
  await api.upsert(id, [{ name: 'first.txt', content: 'What was there before.' }]);
  return id;
}

/** How long an upsert takes here and now, in ms. */
async function measureUpsert(): Promise<number> {
  const server = await start();
  const api = createStoreClient(server.url);
  const id = await newStore(api);
  const begun = performance.now();
  await api.upsert(id, [file(MOMENTS)]);
  const took = performance.now() - begun;
  await server.stop();
  return took;
}

test(
  `kill -9 at ${MOMENTS} random moments of an upsert: the store is back where it was, nothing is left over, a second upsert comes to the same`,
  async () => {
    const momentOf = randomMoments();
    const duration = await measureUpsert();
    let interrupted = 0;
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const first = await start();
      const id = await newStore(createStoreClient(first.url));
      const begun = createStoreClient(first.url)
        .upload(`/upsert/${id}`, [file(moment)], {}, { prefer: 'respond-async' })
        .catch((error: unknown) => error);
      // One in each part of the time that an upsert takes, so that several hit its middle.
      await pause(((moment + momentOf(moment)) / MOMENTS) * duration);
      await first.kill();
      await begun;

      const second = await start();
      const api = createStoreClient(second.url);
      const store = await api.store(id);
      expect(store.status).toBe('UPSERTED');
      await expect
        .poll(countLeftovers, { timeout: 20_000 })
        .toEqual({ chunks: 0, texts: 0, drafts: 0, sweeps: 0, busy: 0 });
      if (store.loaders.length === 1) {
        if (store.lastError !== null) interrupted += 1;
        expect(store.totalChunks).toBe(1);
        expect(readChunks(folder.path, id)).toHaveLength(1);
        expect(readdirSync(join(folder.path, 'stores', id))).toHaveLength(1);
        await api.upsert(id, [file(moment)]);
      }
      const other = await newStore(api);
      await api.upsert(other, [file(moment)]);
      const plain = (storeId: string) =>
        contentsOf(readChunks(folder.path, storeId))
          .map((chunk) => chunk.replace(/"docId":"[^"]*"/, ''))
          .sort();
      expect(plain(id)).toEqual(plain(other));
      await second.stop();
    }
    // The moments must have hit the middle, or nothing was proven.
    expect(interrupted).toBeGreaterThan(0);
  },
  10 * 60_000,
);
