import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RunDetailsSchema } from '../../shared/api/run-details.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

let fake: FakeOpenAI;
const folder = makeTemporaryFolder();

beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: 16 });
});
afterAll(async () => {
  await fake.close();
  folder.remove();
});

const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });

function read<T>(work: (db: BetterSqlite3.Database) => T): T {
  const db = new BetterSqlite3(join(folder.path, 'tributary.db'), { readonly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Chunks and records, each with its place and its vector. */
function stored(): unknown {
  return read((db) => [
    db.prepare('SELECT hex(uuid) AS id, chunk_no, metadata, content, embedding_id FROM chunk ORDER BY 1').all(),
    db
      .prepare('SELECT hex(content_key) AS k, hex(metadata_hash), hex(chunk_uuid), chunk_no FROM record ORDER BY 1')
      .all(),
  ]);
}

/** What is kept of the last run. */
const countKept = () =>
  read((db) =>
    ['replaced_chunk', 'run_added', 'replaced_original']
      .map((table) =>
        db.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE run_seq = (SELECT max(seq) FROM run)`),
      )
      .reduce((sum, statement) => sum + (statement.pluck().get() ?? 0), 0),
  );

test('an undo that is killed half-way goes on at the next start, and ends at what was stored before', async () => {
  const first = await startServerProcess({ dataDir: folder.path });
  const api = createApiClient(first.url);
  const splitter = { chunkSize: 200, chunkOverlap: 0 };
  const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'full' }, splitter }));
  const content = makeEnglishText(600_000, 1);
  await api.upsert(id, [{ name: 'a.txt', content }]);
  const before = stored();
  const sent = [{ name: 'a.txt', content: `A new start. ${makeEnglishText(600_000, 2)}` }];
  const { runId } = RunIdSchema.parse((await api.upload(id, sent)).body);
  const all = countKept();
  expect(all).toBeGreaterThan(3000);
  const undone = api.json('POST', `/runs/${runId}/undo`, {}).catch(() => undefined);
  await vi.waitUntil(() => countKept() < all, { interval: 1, timeout: 10_000 });
  await first.kill();
  await undone;
  expect(countKept()).toBeGreaterThan(0);

  const second = await startServerProcess({ dataDir: folder.path });
  try {
    const again = createApiClient(second.url);
    await vi.waitUntil(
      async () => {
        const details = RunDetailsSchema.parse((await again.get(`/runs/${runId}/details`)).body);
        return details.undo.undoneDate !== null;
      },
      { timeout: 20_000 },
    );
    expect(stored()).toEqual(before);
    expect(countKept()).toBe(0);
    const original = await fetch(`${second.url}/api/v1/originals/${id}/file?source=a.txt`);
    expect(await original.text()).toBe(content);
  } finally {
    await second.kill();
  }
});
