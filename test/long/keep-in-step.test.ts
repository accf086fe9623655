import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SyncStateSchema } from '../../shared/api/sync.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { setUpServerSuite } from '../helpers/servers/server-suite.ts';

const FOLDERS = 100;
const FILES_EACH = 100;
/** The first run reads 10,000 files. */
const FIRST_RUN = { timeout: 240_000, interval: 250 };
/** The promise: a changed file is in the store within 5 s. */
const PROMISED_MS = 5000;

describe('a flow with a folder of 10,000 files', () => {
  const suite = setUpServerSuite();

  test('has a changed file within 5 s, and reads no other', { timeout: 300_000 }, async () => {
    const papers = makeTemporaryFolder();
    const fake = await startFakeOpenAI({ dimensions: 8 });
    try {
      for (let folder = 0; folder < FOLDERS; folder += 1) {
        mkdirSync(join(papers.path, `${folder}`));
        for (let file = 0; file < FILES_EACH; file += 1)
          writeFileSync(join(papers.path, `${folder}`, `${file}.txt`), `File ${folder}-${file}`);
      }
      const api = createApiClient((await suite.start()).url);
      const flow = makeFlow({
        basepath: fake.basepath,
        loader: nodeDefinitions.folderFiles,
        loaderInputs: { folderPath: papers.path, recursive: true },
        records: { cleanup: 'incremental' },
      });
      const { id } = await api.createFlow(flow);
      const state = async () => SyncStateSchema.parse((await api.get(`/sync/${id}`)).body);
      await api.json('PUT', `/sync/${id}`, { mode: 'watch' });
      await expect
        .poll(state, FIRST_RUN)
        .toMatchObject({ activity: 'idle', folders: [{ fileCount: FOLDERS * FILES_EACH, reason: null }] });

      for (const round of ['one', 'two', 'three']) {
        const before = (await state()).last?.id;
        const texts = fake.texts;
        const since = performance.now();
        appendFileSync(join(papers.path, '50', '50.txt'), ` ${round}`);
        await expect.poll(async () => (await state()).last?.id, { timeout: 30_000, interval: 50 }).not.toBe(before);
        const elapsedMs = performance.now() - since;
        expect(elapsedMs).toBeLessThan(PROMISED_MS);
        expect(fake.texts).toBe(texts + 1);
        const { last } = await state();
        expect(last?.message).toBe('1 file new or changed: 1 chunk added, 1 chunk deleted.');
        const run = await api.run(last?.runId ?? '');
        expect(run.nodes.find(({ nodeId }) => nodeId === 'folderFiles_0')).toMatchObject({ total: 1 });
      }
    } finally {
      await fake.close();
      papers.remove();
    }
  });
});
