import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SyncStateSchema } from '../../shared/api/sync.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { countHalves, readChunks } from '../helpers/builders/inspect-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { setUpServerSuite } from '../helpers/servers/server-suite.ts';

const SOON = { timeout: 30_000, interval: 50 };
const FILES = 600;

describe('the sync of a flow by a server that is killed', () => {
  const suite = setUpServerSuite();

  test('is synced at the next start: what came, changed and went meanwhile', async () => {
    const papers = makeTemporaryFolder();
    const fake = await startFakeOpenAI({ dimensions: 8 });
    const put = (name: string, text: string): void => writeFileSync(join(papers.path, name), text);
    try {
      for (let index = 0; index < FILES; index += 1) put(`${index}.txt`, `File ${index}`);
      const first = await suite.start();
      const flow = makeFlow({
        basepath: fake.basepath,
        loader: nodeDefinitions.folderFiles,
        loaderInputs: { folderPath: papers.path, recursive: true },
        records: { cleanup: 'incremental' },
      });
      const { id } = await createApiClient(first.url).createFlow(flow);
      await createApiClient(first.url).json('PUT', `/sync/${id}`, { mode: 'watch' });
      const stored = () =>
        Object.fromEntries(
          readChunks(suite.folder, id).map(({ content, metadata }) => [JSON.parse(metadata).source, content]),
        );
      await expect.poll(() => Object.keys(stored()).length, SOON).toBeGreaterThan(0);
      await first.kill();

      put('0.txt', 'Changed');
      put('new.txt', 'New');
      rmSync(join(papers.path, '1.txt'));
      mkdirSync(join(papers.path, 'deep'));
      put('deep/new.txt', 'Deep');
      const second = await suite.start();
      await expect.poll(() => Object.keys(stored()).length, SOON).toBe(FILES + 1);
      await expect.poll(() => stored()['0.txt'], SOON).toBe('Changed');
      expect(stored()).toMatchObject({ 'new.txt': 'New', 'deep/new.txt': 'Deep' });
      await expect.poll(() => stored()['1.txt'], SOON).toBeUndefined();
      await expect
        .poll(
          async () => SyncStateSchema.parse((await createApiClient(second.url).get(`/sync/${id}`)).body).activity,
          SOON,
        )
        .toBe('idle');

      // One that is synced reads nothing again.
      const embedded = fake.requests;
      await second.stop();
      put('2.txt', 'Changed while nobody looked');
      await suite.start();
      await expect.poll(() => stored()['2.txt'], SOON).toBe('Changed while nobody looked');
      expect(fake.requests).toBe(embedded + 1);
      expect(new Set(Object.values(countHalves(suite.folder)))).toEqual(new Set([0]));
    } finally {
      await fake.close();
      papers.remove();
    }
  });
});
