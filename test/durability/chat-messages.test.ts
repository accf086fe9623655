import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

const SLOW = 'Which slow river?';

let folder: ReturnType<typeof makeTemporaryFolder>;
let fake: FakeOpenAI;
let whenAsked: Promise<void>;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  let onAsked: () => void = () => undefined;
  whenAsked = new Promise((resolve) => {
    onAsked = resolve;
  });
  fake = await startFakeOpenAI({
    reply({ texts }) {
      if (!texts.includes(SLOW)) return undefined;
      onAsked();
      return 'hang';
    },
  });
});
afterEach(async () => {
  await fake.close();
  folder.remove();
});

test.each([
  ['a kill', 'kill', []],
  ['a stop', 'stop', [{ role: 'apiMessage', outcome: 'stopped' }]],
] as const)('a question whose answer is ended by %s of the server is stored', async (_, end, after) => {
  const first = await startServerProcess({ dataDir: folder.path });
  const api = createApiClient(first.url);
  const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath, store: { searchMode: 'vector' } }));
  await api.upsert(id, [{ name: 'rivers.txt', content: 'The Spree is slow.' }]);
  const asking = api.ask(id, { question: SLOW });
  asking.catch(() => undefined);
  await whenAsked;
  await first[end]();
  await expect(asking).rejects.toThrow();

  const second = await startServerProcess({ dataDir: folder.path });
  try {
    const again = createApiClient(second.url);
    expect(await again.messages(id)).toMatchObject([{ role: 'userMessage', content: SLOW }, ...after]);
    expect((await again.ask(id, { question: 'Where is the Spree?' })).sourceDocuments).toHaveLength(1);
  } finally {
    await second.stop();
  }
});
