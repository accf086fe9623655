import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startTestServer } from '../helpers/servers/test-server.ts';

const BackupsSchema = z.object({ backups: z.array(z.object({ name: z.string() })) });

test('a server that is never quiet makes its first backup within a minute of the first stored document', async () => {
  const server = await startTestServer();
  const fake = await startFakeOpenAI({ dimensions: 8 });
  try {
    const api = createApiClient(server.url);
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } }));
    const backups = async () => BackupsSchema.parse((await api.get('/backups')).body).backups.length;
    // Of the empty database, at the start.
    await expect.poll(backups).toBe(1);
    const startMs = performance.now();
    let number = 0;
    let made = 1;
    while (made === 1 && performance.now() - startMs < 75_000) {
      number += 1;
      await api.upsert(id, [{ name: `${number}.txt`, content: `Text ${number}` }]);
      made = await backups();
    }
    expect(made).toBe(2);
    expect(performance.now() - startMs).toBeLessThan(60_000);
  } finally {
    await server.close();
    await fake.close();
  }
});
