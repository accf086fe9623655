import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Conversation, ConversationSchema } from '../../shared/api/conversations.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeChainFlow } from '../helpers/builders/chain-flows.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ChatReply, type FakeChatServices, startFakeChatServices } from '../helpers/fakes/fake-chat-services.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite({}, 'own');
const FILE = { name: 'rules.txt', content: 'Books may be kept for three weeks. After that a reminder is sent.' };
const QUESTION = 'How long may books be kept?';

let id: string;
beforeEach(async () => {
  ({ id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath })));
  await suite.api.upsert(id, [FILE]);
});

const ask = (chatId: string, question = QUESTION, more: object = {}) =>
  suite.api.ask(id, { question, chatId, ...more });

async function list(query = `?ownerId=${id}`): Promise<Conversation[]> {
  return ConversationSchema.array().parse((await suite.api.get(`/conversations${query}`)).body);
}

const titles = async (query = '') => (await list(`?ownerId=${id}${query}`)).map(({ title }) => title);
const chats = async () => (await suite.api.messages(id)).map(({ content }) => content);

describe('the list of conversations', () => {
  test('has those of a flow with title, date and number of messages, last used first, in pages', async () => {
    await ask('chat-a', `${'Which  books '.repeat(10)}\n?`);
    await ask('chat-b', 'Which reminder is sent?');
    await ask('chat-a', 'And then?');
    const [first, second, ...others] = await list();
    expect(others).toEqual([]);
    expect(first).toEqual({
      ...{ ownerId: id, ownerName: 'Test flow', chatId: 'chat-a', messages: 4 },
      title: 'Which books Which books Which books Which books Which books Which books Wh',
      lastDate: (await suite.api.messages(id)).at(-1)?.createdDate,
    });
    expect(second).toMatchObject({ chatId: 'chat-b', title: 'Which reminder is sent?', messages: 2 });
    expect(await list(`?ownerId=${id}&page=2&limit=1`)).toEqual([second]);
    expect((await list('')).slice(0, 2)).toEqual([first, second]);
  });

  test('has none of a flow in the bin, nor of a deleted one', async () => {
    await ask('chat-a');
    await suite.api.json('POST', `/bin/chatflows/${id}`, {});
    expect(await list()).toEqual([]);
    await suite.api.call('POST', `/bin/${id}/restore`);
    expect(await list()).toHaveLength(1);
    await suite.api.call('DELETE', `/chatflows/${id}`);
    expect(await list()).toEqual([]);
  });

  test('is searched in titles and texts, whatever the case', async () => {
    await ask('chat-a', 'Wie lange darf man BÜCHER behalten?');
    await ask('chat-b', 'Which books?');
    await suite.api.json('PUT', `/conversations/${id}/chat-b`, { title: 'Loans' });
    expect(await titles('&search=bücher')).toEqual(['Wie lange darf man BÜCHER behalten?']);
    expect(await titles('&search=LOANS')).toEqual(['Loans']);
    expect(await titles('&search=which')).toEqual(['Loans']);
    expect(await titles('&search=nowhere')).toEqual([]);
    for (let number = 0; number < 55; number += 1) await ask(`chat-${number}`, `Question ${number}?`);
    expect(await titles('&search=b%C3%BCcher&limit=1')).toHaveLength(1);
    expect(await titles('&search=question%205&page=2&limit=2')).toEqual(['Question 52?', 'Question 51?']);
  });

  test('is empty when its messages are deleted', async () => {
    await ask('chat-a');
    await ask('chat-b');
    await suite.api.call('DELETE', `/chatmessage/${id}?chatId=chat-b`);
    expect((await list()).map(({ chatId }) => chatId)).toEqual(['chat-a']);
    await suite.api.call('DELETE', `/chatmessage/${id}`);
    expect(await list()).toEqual([]);
  });

  test('of a flow that is bound to a key is for that key', async () => {
    await ask('chat-a');
    const [key, other] = [await newKey(suite.api), await newKey(suite.api)];
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    const listAs = async (headers: Record<string, string>) =>
      (await suite.api.call('GET', `/conversations?ownerId=${id}`, { headers })).body;
    expect(await listAs({})).toEqual([]);
    expect(await listAs(bearer(other.apiKey))).toEqual([]);
    expect(await listAs(bearer(key.apiKey))).toMatchObject([{ chatId: 'chat-a' }]);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: '' }, bearer(key.apiKey));
  });
});

describe('a conversation', () => {
  const path = () => `/conversations/${id}/chat-a`;

  test('is named, and stays so when it goes on', async () => {
    await ask('chat-a');
    const named = await suite.api.json('PUT', path(), { title: '  Loans ' });
    expect(named).toMatchObject({ status: 200, body: { title: 'Loans', messages: 2 } });
    await ask('chat-a');
    expect(await titles()).toEqual(['Loans']);
    expect(await suite.api.json('PUT', path(), { title: ' ' })).toMatchObject({ status: 400 });
  });

  test('in the bin is in no list, and comes back whole', async () => {
    await ask('chat-b', 'Which reminder is sent?');
    await ask('chat-a');
    const before = await suite.api.messages(id);
    expect(await suite.api.call('DELETE', path())).toMatchObject({
      status: 200,
      body: { chatId: 'chat-a', messages: 2 },
    });
    expect(await titles()).toEqual(['Which reminder is sent?']);
    expect(await titles('&search=kept')).toEqual([]);
    expect(await chats()).toEqual(before.slice(0, 2).map(({ content }) => content));
    for (const query of ['?chatId=chat-a', '?sessionId=chat-a', `?messageId=${before.at(-1)?.id}`])
      expect(await suite.api.messages(id, query)).toEqual([]);
    const [binned, ...others] = await list(`?ownerId=${id}&inBin=true`);
    expect(others).toEqual([]);
    expect(binned).toMatchObject({ title: QUESTION, messages: 2, lastDate: before.at(-1)?.createdDate });
    const days = (Date.parse(binned?.goesDate ?? '') - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect(await suite.api.call('POST', `${path()}/restore`)).toMatchObject({ status: 200, body: { messages: 2 } });
    expect(await suite.api.messages(id)).toEqual(before);
    expect(await list(`?ownerId=${id}&inBin=true`)).toEqual([]);
    expect(await titles()).toEqual([QUESTION, 'Which reminder is sent?']);
  });

  test('that is being answered is stopped, and its answer is in the bin, too', async () => {
    let onAsked: () => void = () => undefined;
    const whenAsked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    const fake = await startFakeOpenAI({
      reply({ texts }) {
        if (!texts.includes(QUESTION)) return undefined;
        onAsked();
        return 'hang';
      },
    });
    try {
      const flow = makeFlow({ basepath: fake.basepath, store: { searchMode: 'vector' } });
      ({ id } = await suite.api.createFlow(flow));
      await suite.api.upsert(id, [FILE]);
      const asking = ask('chat-a');
      await whenAsked;
      await suite.api.call('DELETE', path());
      expect(await asking).toMatchObject({ isStopped: true });
      expect(await suite.api.messages(id)).toEqual([]);
      await suite.api.call('POST', `${path()}/restore`);
      expect(await suite.api.messages(id)).toMatchObject([{ content: QUESTION }, { outcome: 'stopped' }]);
    } finally {
      await fake.close();
    }
  });

  test('that goes on while it is in the bin begins anew, and is one when it is restored', async () => {
    await ask('chat-a', 'First?');
    await suite.api.call('DELETE', path());
    await ask('chat-a', 'Second?');
    expect(await list()).toMatchObject([{ title: 'Second?', messages: 2 }]);
    await suite.api.call('DELETE', path());
    await ask('chat-a', 'Third?');
    expect((await chats()).filter((text) => text.endsWith('?'))).toEqual(['Third?']);
    await suite.api.call('POST', `${path()}/restore`);
    expect((await chats()).filter((text) => text.endsWith('?'))).toEqual(['First?', 'Second?', 'Third?']);
    expect(await list()).toMatchObject([{ title: 'First?', messages: 6 }]);
  });

  test('in the bin is in no list of feedback, nor is a flow in the bin', async () => {
    const messageId = await suite.api.makeMessage(id, 'chat-a');
    await suite.api.json('POST', '/feedback', { messageId, rating: 'THUMBS_UP' });
    const lists = () => Promise.all([`/feedback/${id}`, `/feedback?chatflowid=${id}`].map((url) => suite.api.get(url)));
    const [one, all] = await lists();
    expect([one?.body, all?.body]).toMatchObject([[{ messageId }], { data: [{ messageId }], total: 1 }]);
    const none = [{ body: [] }, { body: { data: [], total: 0 } }];
    await suite.api.call('DELETE', path());
    expect(await lists()).toMatchObject(none);
    await suite.api.call('POST', `${path()}/restore`);
    await suite.api.json('POST', `/bin/chatflows/${id}`, {});
    expect(await lists()).toMatchObject(none);
    await suite.api.call('POST', `/bin/${id}/restore`);
    expect((await lists()).map(({ body }) => body)).toEqual([one?.body, all?.body]);
  });

  test('of the bin goes for good with its feedback after seven days, and not before', async () => {
    const messageId = await suite.api.makeMessage(id, 'chat-a');
    await suite.api.json('POST', '/feedback', { messageId, rating: 'THUMBS_UP' });
    await suite.api.call('DELETE', path());
    await ask('chat-a', 'Later?');
    const cleanUp = async () => {
      expect(await suite.api.json('POST', '/storage/clean-up', { part: 'vectors' })).toMatchObject({ status: 202 });
      await expect.poll(() => suite.api.get('/storage')).toMatchObject({ body: { cleaning: null } });
    };
    const db = new BetterSqlite3(join(suite.server.dataDir, 'tributary.db'));
    try {
      const since = (days: number) =>
        db
          .prepare("UPDATE conversation SET binned_date = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE owner_id = ?")
          .run(`-${days} days`, id);
      since(6.9);
      await cleanUp();
      expect(await list(`?ownerId=${id}&inBin=true`)).toHaveLength(1);
      since(7.1);
      await cleanUp();
      expect(await list(`?ownerId=${id}&inBin=true`)).toEqual([]);
      expect(db.prepare('SELECT count(*) FROM chat_message WHERE owner_id = ?').pluck().get(id)).toBe(2);
      expect(db.prepare('SELECT count(*) FROM feedback WHERE chatflowid = ?').pluck().get(id)).toBe(0);
    } finally {
      db.close();
    }
    expect(await list()).toMatchObject([{ title: 'Later?', messages: 2 }]);
    expect((await suite.api.call('POST', `${path()}/restore`)).status).toBe(404);
  });

  test('that is not there is 404', async () => {
    for (const [method, rest, body] of [
      ['PUT', '', { title: 'Loans' }],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
    ] as const) {
      for (const [owner, code] of [
        [id, 'NOT_FOUND'],
        ['nobody', 'CHATFLOW_NOT_FOUND'],
      ]) {
        const call = body === undefined ? suite.api.call : suite.api.json;
        const answer = await call(method, `/conversations/${owner}/chat-a${rest}`, (body ?? {}) as object);
        expect(answer, `${method} ${rest}`).toMatchObject({ status: 404, body: { code } });
      }
    }
  });

  test('of a document store has the same operations', async () => {
    const { body } = await suite.api.json('POST', '/document-store/store', { name: 'Shelf' });
    const store = ConversationSchema.pick({ ownerName: true }).partial().loose().parse(body);
    await suite.api.makeMessage(String(store.id), 'chat-s');
    expect(await list(`?ownerId=${store.id}`)).toMatchObject([{ ownerName: 'Shelf', chatId: 'chat-s' }]);
    expect(await suite.api.call('DELETE', `/conversations/${store.id}/chat-s`)).toMatchObject({ status: 200 });
    expect(await list(`?ownerId=${store.id}`)).toEqual([]);
  });
});

describe('old conversations', () => {
  const withDatabase = <T>(work: (db: BetterSqlite3.Database) => T): T => {
    const db = new BetterSqlite3(join(suite.server.dataDir, 'tributary.db'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const age = (chatId: string, days: number) =>
    withDatabase((db) =>
      db
        .prepare(
          "UPDATE chat_message SET created_date = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?) WHERE owner_id = ? AND chat_id = ?",
        )
        .run(`-${days} days`, id, chatId),
    );
  const left = () =>
    withDatabase((db) =>
      db.prepare('SELECT DISTINCT chat_id FROM chat_message WHERE owner_id = ? ORDER BY seq').pluck().all(id),
    );
  const clear = async (query: string) => (await suite.api.call('DELETE', `/conversations${query}`)).body;

  test('are deleted for good, or all, those in the bin too; of another flow none', async () => {
    for (const chatId of ['old', 'binned', 'new']) await ask(chatId);
    const other = (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }))).id;
    await suite.api.makeMessage(other);
    age('old', 31);
    await suite.api.call('DELETE', `/conversations/${id}/binned`);
    expect(await clear(`?ownerId=${id}&olderThanDays=30`)).toEqual({ raw: [], affected: 2 });
    expect(left()).toEqual(['binned', 'new']);
    expect(await clear(`?ownerId=${id}`)).toMatchObject({ affected: 4 });
    expect(left()).toEqual([]);
    expect(await list(`?ownerId=${other}`)).toHaveLength(1);
    expect(await suite.api.call('DELETE', '/conversations?olderthandays=3')).toMatchObject({ status: 400 });
    await clear('');
    expect(await list('')).toEqual([]);
  });

  test('of a flow that is bound to a key stay where the caller does not have it', async () => {
    await ask('chat-a');
    const key = await newKey(suite.api);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    await clear('');
    await clear(`?ownerId=${id}`);
    expect(left()).toEqual(['chat-a']);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: '' }, bearer(key.apiKey));
  });

  test('go by themselves where their flow says so, and only there', async () => {
    for (const chatId of ['old', 'new']) await ask(chatId);
    age('old', 31);
    const prune = async (chatRetention: object) => {
      const chatbotConfig = JSON.stringify({ chatRetention });
      await suite.api.json('PUT', `/chatflows/${id}`, { chatbotConfig });
      expect(await suite.api.json('POST', '/storage/clean-up', { part: 'vectors' })).toMatchObject({ status: 202 });
      await expect.poll(() => suite.api.get('/storage')).toMatchObject({ body: { cleaning: null } });
    };
    for (const off of [
      { status: false, days: 30 },
      { status: true, days: 32 },
      { status: true, days: 0 },
    ]) {
      await prune(off);
      expect(left()).toEqual(['old', 'new']);
    }
    await prune({ status: true, days: 30 });
    expect(left()).toEqual(['new']);
  });
});

describe('a question that replaces another one', () => {
  test('takes its place with all behind it, and their feedback', async () => {
    await ask('chat-a', 'First?');
    await suite.api.json('PUT', `/conversations/${id}/chat-a`, { title: 'Loans' });
    await ask('chat-b', 'Elsewhere?');
    await ask('chat-a', 'Second?');
    const messages = await suite.api.messages(id, '?chatId=chat-a');
    await suite.api.json('POST', '/feedback', { messageId: messages.at(-1)?.id, rating: 'THUMBS_UP' });
    await ask('chat-a', 'Second, once more?', { replaceFrom: messages.at(-2)?.id });
    expect((await chats()).filter((text) => text.endsWith('?'))).toEqual([
      'First?',
      'Elsewhere?',
      'Second, once more?',
    ]);
    expect((await suite.api.get(`/feedback/${id}`)).body).toEqual([]);
    await ask('chat-a', 'From the beginning?', { replaceFrom: messages[0]?.id });
    expect((await chats()).filter((text) => text.endsWith('?'))).toEqual(['Elsewhere?', 'From the beginning?']);
    expect(await list()).toMatchObject([{ title: 'Loans', messages: 2 }, { messages: 2 }]);
  });

  test('as a form takes its place, too', async () => {
    await ask('chat-a', 'First?');
    const [first] = await suite.api.messages(id);
    const body = new FormData();
    for (const [name, value] of Object.entries({ question: 'Again?', chatId: 'chat-a', replaceFrom: first?.id ?? '' }))
      body.append(name, value);
    expect((await suite.api.call('POST', `/prediction/${id}`, { body })).status).toBe(200);
    expect((await chats())[0]).toBe('Again?');
    expect(await chats()).toHaveLength(2);
  });

  test.each([
    ['an answer', ({ answer }: { answer: string; other: string; binned: string }) => answer],
    ['a question of another chat', ({ other }) => other],
    ['a question in the bin', ({ binned }) => binned],
    ['nothing', () => 'nobody'],
  ])('is refused where it names %s, and nothing changes', async (_, choose) => {
    await ask('chat-a', 'Binned?');
    const binned = (await suite.api.messages(id))[0]?.id ?? '';
    await suite.api.call('DELETE', `/conversations/${id}/chat-a`);
    await ask('chat-a', 'First?');
    await ask('chat-b', 'Elsewhere?');
    const before = await suite.api.messages(id);
    const replaceFrom = choose({ answer: before[1]?.id ?? '', other: before[2]?.id ?? '', binned });
    const answer = await suite.api.json('POST', `/prediction/${id}`, {
      question: QUESTION,
      chatId: 'chat-a',
      replaceFrom,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } });
    expect(await suite.api.messages(id)).toEqual(before);
  });

  describe('by a model', () => {
    const GOOD: ChatReply = { tokens: ['Three weeks.'] };
    const ANSWER = expect.stringContaining('Three weeks.');
    let services: FakeChatServices;
    let reply: ChatReply;
    beforeEach(async () => {
      reply = GOOD;
      services = await startFakeChatServices(() => reply);
      const flow = makeChainFlow({ basepath: suite.fake.basepath, chat: services.origin, memory: {} });
      ({ id } = await suite.api.createFlow(flow));
      await suite.api.upsert(id, [FILE]);
    });
    afterEach(async () => {
      await services.close();
    });
    const instead = (question: string, replaceFrom: string | undefined) =>
      suite.api.json('POST', `/prediction/${id}`, { question, chatId: 'chat-a', replaceFrom });

    test('leaves what was there where its answer fails, and a failed one goes for the next', async () => {
      await ask('chat-a', 'First?');
      await ask('chat-a', 'Second?');
      const before = await suite.api.messages(id);
      await suite.api.json('POST', '/feedback', { messageId: before[1]?.id, rating: 'THUMBS_UP' });
      reply = { status: 401, body: { error: 'no' } };
      expect((await instead(QUESTION, before[0]?.id)).status).toBeGreaterThan(399);
      const after = await suite.api.messages(id);
      expect(after.slice(0, 4)).toEqual(before);
      expect(after.slice(4)).toMatchObject([{ content: QUESTION }, { outcome: 'failed' }]);
      expect((await suite.api.get(`/feedback/${id}`)).body).toMatchObject([{ messageId: before[1]?.id }]);
      expect((await instead(`${QUESTION} Say!`, after[4]?.id)).status).toBeGreaterThan(399);
      expect((await chats()).slice(4)).toEqual([`${QUESTION} Say!`, '']);
      reply = GOOD;
      expect((await instead(QUESTION, before[0]?.id)).status).toBe(200);
      expect(await chats()).toEqual([QUESTION, ANSWER]);
    });

    test('is answered as if what it replaces had not been said', async () => {
      for (const question of ['Zeroth?', 'First?', 'Second?']) await ask('chat-a', question);
      const first = (await suite.api.messages(id)).find(({ content }) => content === 'First?');
      const calls = services.calls.length;
      await instead('Once more?', first?.id);
      const sent = JSON.stringify(services.calls.slice(calls).map(({ body }) => body));
      expect(sent).toContain('Zeroth?');
      expect(sent).not.toMatch(/First\?|Second\?/);
    });

    test('ends the answer that is still made there, and not one to an earlier question', async () => {
      const later = Promise.withResolvers<readonly string[]>();
      reply = { tokens: ['It '], later: later.promise };
      const isAsked = (question: string) => expect.poll(async () => chats()).toContain(question);
      try {
        const early = ask('chat-a', 'Early?');
        await isAsked('Early?');
        const late = ask('chat-a', 'Late?');
        await isAsked('Late?');
        await expect.poll(() => services.calls.length).toBe(2);
        const question = (await suite.api.messages(id)).find(({ content }) => content === 'Late?');
        reply = GOOD;
        expect((await instead('Instead?', question?.id)).status).toBe(200);
        expect(await late).toMatchObject({ isStopped: true });
        expect(await chats()).toEqual(['Early?', 'Instead?', ANSWER]);
        later.resolve(['is three.']);
        expect(await early).not.toHaveProperty('isStopped');
      } finally {
        later.resolve([]);
      }
    });
  });
});
