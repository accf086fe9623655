import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../../electron/server/storage/database.ts';
import { SyncLogEntrySchema, SyncStateSchema } from '../../../shared/api/sync.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../../helpers/servers/api-client.ts';
import { setUpServerSuite } from '../../helpers/servers/server-suite.ts';

const suite = setUpServerSuite();
const DAY_MS = 86_400_000;

test('what was missed while the server did not run is made up for once at its start', async () => {
  const papers = makeTemporaryFolder();
  const fake = await startFakeOpenAI({ dimensions: 8 });
  try {
    writeFileSync(join(papers.path, 'a.txt'), 'Herons wait.');
    const flow = makeFlow({
      basepath: fake.basepath,
      loader: nodeDefinitions.folderFiles,
      loaderInputs: { folderPath: papers.path },
      records: { cleanup: 'incremental' },
    });
    const first = await suite.start();
    const api = createApiClient(first.url);
    const { id } = await api.createFlow(flow);
    await api.json('PUT', `/sync/${id}`, { mode: 'schedule', schedule: { every: 'day', at: '07:00' } });
    await first.stop();

    // As if it had not run for three days.
    const { db } = openDatabase(join(suite.folder, 'tributary.db'), () => new Date());
    db.prepare('UPDATE sync SET next_ms = ?').run(Date.now() - 3 * DAY_MS);
    db.close();

    const logOf = async (url: string) =>
      z.array(SyncLogEntrySchema).parse((await createApiClient(url).get(`/sync/${id}/log`)).body);
    const second = await suite.start();
    await expect
      .poll(() => logOf(second.url), { timeout: 30_000 })
      .toMatchObject([{ trigger: 'missed', outcome: 'finished', result: { numAdded: 1 } }]);
    const state = SyncStateSchema.parse((await createApiClient(second.url).get(`/sync/${id}`)).body);
    expect(Date.parse(state.nextRunDate ?? '')).toBeGreaterThan(Date.now());
    await second.stop();

    const third = await suite.start();
    await createApiClient(third.url).json('POST', `/sync/${id}/run`, {});
    await expect
      .poll(() => logOf(third.url), { timeout: 30_000 })
      .toMatchObject([{ trigger: 'person', outcome: 'unchanged' }, { trigger: 'missed' }]);
  } finally {
    await fake.close();
    papers.remove();
  }
});
