import { expect, test } from 'vitest';
import { ContentSourcesSchema, RemovedSourceSchema } from '../../shared/api/contents.ts';
import { ConversationSchema } from '../../shared/api/conversations.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

test('what was named, binned and replaced is so behind a kill of the server, and can be restored', async () => {
  const folder = makeTemporaryFolder();
  const fake = await startFakeOpenAI();
  try {
    const first = await startServerProcess({ dataDir: folder.path });
    const api = createApiClient(first.url);
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    for (const chatId of ['named', 'binned', 'replaced']) await api.makeMessage(id, chatId);
    await api.json('PUT', `/conversations/${id}/named`, { title: 'Loans' });
    await api.call('DELETE', `/conversations/${id}/binned`);
    const [replaced] = await api.messages(id, '?chatId=replaced');
    await api.json('POST', `/prediction/${id}`, { question: 'Again?', chatId: 'replaced', replaceFrom: replaced?.id });
    await first.kill();

    const second = await startServerProcess({ dataDir: folder.path });
    try {
      const again = createApiClient(second.url);
      const list = async () =>
        ConversationSchema.array()
          .parse((await again.get(`/conversations?ownerId=${id}`)).body)
          .map(({ chatId, title }) => ({ chatId, title }));
      const expected = [
        { chatId: 'replaced', title: 'Again?' },
        { chatId: 'named', title: 'Loans' },
      ];
      expect(await list()).toEqual(expected);
      await again.call('POST', `/conversations/${id}/binned/restore`);
      expect(await list()).toEqual([expected[0], { chatId: 'binned', title: 'Where is it?' }, expected[1]]);
    } finally {
      await second.stop();
    }
  } finally {
    await fake.close();
    folder.remove();
  }
});

test('a source that was deleted for good before a kill of the server is in no chat behind it', async () => {
  const folder = makeTemporaryFolder();
  const fake = await startFakeOpenAI();
  try {
    const first = await startServerProcess({ dataDir: folder.path });
    const api = createApiClient(first.url);
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } }));
    await api.upsert(id, [{ name: 'rules.txt', content: 'Books may be kept for three weeks in Heronberg.' }]);
    await api.ask(id, { question: 'How long may books be kept?' });
    const { sources } = ContentSourcesSchema.parse((await api.get(`/contents/${id}/sources`)).body);
    const removed = await api.call('DELETE', `/contents/${id}/sources/${sources[0]?.id}`);
    await api.call('DELETE', `/contents/${id}/removed/${RemovedSourceSchema.parse(removed.body).id}`);
    expect(JSON.stringify(await api.messages(id))).toContain('Heronberg');
    await first.kill();

    const second = await startServerProcess({ dataDir: folder.path });
    try {
      const again = createApiClient(second.url);
      // The bin is looked through at the start, and what it has let go is pruned some seconds later.
      await expect
        .poll(async () => JSON.stringify(await again.messages(id)), { timeout: 25_000, interval: 250 })
        .not.toContain('Heronberg');
      expect(await again.messages(id)).toMatchObject([{ role: 'userMessage' }, { content: '… [1]' }]);
    } finally {
      await second.stop();
    }
  } finally {
    await fake.close();
    folder.remove();
  }
});
