import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LeadSchema } from '../../shared/api/leads.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const FILE = { name: 'rules.txt', content: 'Books may be kept for three weeks. After that a reminder is sent.' };

async function newFlow(): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.upsert(id, [FILE]);
  return id;
}

const ask = (id: string, body: object, path = 'prediction') =>
  suite.api.json('POST', `/${path}/${id}`, { question: 'How long may books be kept?', ...body });

describe('the messages of a flow', () => {
  let id: string;
  beforeAll(async () => {
    id = await newFlow();
    await ask(id, { chatId: 'chat-a', leadEmail: 'a@example.com' });
    await ask(id, { chatId: 'chat-b', overrideConfig: { sessionId: 'session-b' } });
    await ask(id, { chatId: 'chat-c', overrideConfig: { sessionId: 'ignored' } }, 'internal-prediction');
  });

  const chats = async (query: string) => (await suite.api.messages(id, query)).map(({ chatId }) => chatId);

  test('are question and answer, with what the answer is from', async () => {
    const [question, answer, ...others] = await suite.api.messages(id, '?chatId=chat-a');
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      ...{ role: 'userMessage', content: 'How long may books be kept?', chatflowid: id, chatType: 'EXTERNAL' },
      ...{ chatId: 'chat-a', sessionId: 'chat-a', leadEmail: 'a@example.com', outcome: null, sourceDocuments: null },
    });
    expect(answer).toMatchObject({
      ...{ role: 'apiMessage', outcome: 'answered', error: null, leadEmail: null },
      content: expect.stringContaining('three weeks'),
      sourceDocuments: [{ pageContent: FILE.content }],
      passages: [{ pageContent: FILE.content, relevance: expect.any(Number) }],
      citations: [{ number: 1, sourceIndex: 0, verdict: 'quoted' }],
    });
  });

  test('are listed by chat, session, type, date and feedback, oldest first or newest first', async () => {
    expect(await chats('')).toEqual(['chat-a', 'chat-a', 'chat-b', 'chat-b', 'chat-c', 'chat-c']);
    expect(await chats('?order=DESC')).toEqual(['chat-c', 'chat-c', 'chat-b', 'chat-b', 'chat-a', 'chat-a']);
    expect(await chats('?sessionId=session-b')).toEqual(['chat-b', 'chat-b']);
    expect(await chats('?sessionId=chat-c')).toEqual(['chat-c', 'chat-c']);
    expect(await chats('?chatType=INTERNAL')).toEqual(['chat-c', 'chat-c']);
    const both = encodeURIComponent('["INTERNAL","EXTERNAL"]');
    expect(await chats(`?chatType=${both}`)).toHaveLength(6);
    expect(await chats('?endDate=2020-01-01')).toEqual([]);
    expect(await chats('?startDate=2020-01-01')).toHaveLength(6);
    expect(await chats('?page=2&limit=1')).toEqual(['chat-b', 'chat-b']);
    const inside = z.array(z.looseObject({ chatId: z.string() }));
    expect(inside.parse((await suite.api.get(`/internal-chatmessage/${id}`)).body)).toHaveLength(2);
    const messageId = (await suite.api.messages(id, '?chatId=chat-b')).at(-1)?.id;
    await suite.api.json('POST', '/feedback', { messageId, rating: 'THUMBS_UP' });
    expect(await suite.api.messages(id, '?feedback=true&feedbackType=THUMBS_UP')).toMatchObject([
      { id: messageId, feedback: { rating: 'THUMBS_UP', chatId: 'chat-b', chatflowid: id } },
    ]);
    expect(await suite.api.messages(id, '?feedback=true&chatId=chat-a')).toMatchObject([
      { feedback: null },
      { feedback: null },
    ]);
    expect(await suite.api.messages(id, `?messageId=${messageId}`)).toHaveLength(1);
  });

  test.each(['?chatType=MAYBE', '?order=UP', '?startDate=soon', '?feedbackType=GREAT'])('%s is 400', async (query) => {
    expect(await suite.api.get(`/chatmessage/${id}${query}`)).toMatchObject({ status: 400 });
  });

  test('are listed whole, however many they are', async () => {
    const many = await newFlow();
    for (let number = 0; number < 105; number += 1) await ask(many, { question: `Question ${number}`, chatId: 'one' });
    const questions = (await suite.api.messages(many)).filter(({ role }) => role === 'userMessage');
    expect(questions.map(({ content }) => content)).toEqual(
      Array.from({ length: 105 }, (_, number) => `Question ${number}`),
    );
  });
});

describe('feedback', () => {
  test('is on answers, by the address that the chat on a page calls, too', async () => {
    const [id, other] = [await newFlow(), await newFlow()];
    const messageId = await suite.api.makeMessage(id);
    const [question] = await suite.api.messages(id);
    const rate = (path: string, rated: string | undefined) =>
      suite.api.json('POST', path, { messageId: rated, rating: 'THUMBS_UP' });
    for (const path of ['/feedback', `/feedback/${id}`])
      expect(await rate(path, question?.id)).toMatchObject({ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } });
    expect(await rate(`/feedback/${other}`, messageId)).toMatchObject({ status: 404 });
    expect(await rate('/feedback/nobody', messageId)).toMatchObject({
      status: 404,
      body: { code: 'CHATFLOW_NOT_FOUND' },
    });
    expect(await rate(`/feedback/${id}`, messageId)).toMatchObject({
      status: 200,
      body: { chatflowid: id, chatId: 'chat-1', messageId },
    });
  });
});

describe('how people can be reached', () => {
  test('is stored, listed, and deleted with the flow', async () => {
    const id = await newFlow();
    const { status, body } = await suite.api.json('POST', '/leads', {
      chatflowid: id,
      name: 'Ada',
      email: 'a@b.example',
    });
    expect(status).toBe(200);
    const lead = LeadSchema.parse(body);
    expect(lead).toMatchObject({ chatflowid: id, name: 'Ada', email: 'a@b.example', phone: null });
    expect((await suite.api.get(`/leads/${id}`)).body).toEqual([lead]);
    const wrong = await suite.api.json('POST', '/leads', { chatflowid: 'nobody', name: 'Ada' });
    expect(wrong).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
    for (const nobody of [{ name: 5 }, {}, { name: ' ', email: '', phone: null }])
      expect(await suite.api.json('POST', '/leads', { chatflowid: id, ...nobody })).toMatchObject({ status: 400 });
    await suite.api.call('DELETE', `/chatflows/${id}`);
    expect(await suite.api.get(`/leads/${id}`)).toMatchObject({ status: 404 });
  });

  test('is deleted alone: one, those of a chat, those of a time, or all', async () => {
    const id = await newFlow();
    const leads: string[] = [];
    for (const chatId of ['a', 'b', 'b', 'c']) {
      const { body } = await suite.api.json('POST', '/leads', { chatflowid: id, chatId, phone: '030 1234' });
      leads.push(LeadSchema.parse(body).id);
    }
    const remove = (query: string) => suite.api.call('DELETE', `/leads/${id}${query}`);
    const left = async () =>
      LeadSchema.array()
        .parse((await suite.api.get(`/leads/${id}`)).body)
        .map((one) => one.id);
    expect((await remove(`?leadId=${leads[1]}`)).body).toEqual({ raw: [], affected: 1 });
    expect(await left()).toEqual([leads[0], leads[2], leads[3]]);
    expect((await remove('?chatId=b')).body).toMatchObject({ affected: 1 });
    expect((await remove('?endDate=2020-01-01')).body).toMatchObject({ affected: 0 });
    expect(await remove('?chatid=a')).toMatchObject({ status: 400 });
    expect(await left()).toEqual([leads[0], leads[3]]);
    expect((await remove('')).body).toMatchObject({ affected: 2 });
    expect(await left()).toEqual([]);
    expect(await suite.api.call('DELETE', '/leads/nobody')).toMatchObject({ status: 404 });
  });

  test('has to be said', async () => {
    const id = await newFlow();
    for (const fields of [{}, { name: ' ', email: '', phone: null }]) {
      const answer = await suite.api.json('POST', '/leads', { chatflowid: id, ...fields });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
  });
});

describe('deleting messages', () => {
  test('of a chat takes its feedback along, and nothing else', async () => {
    const id = await newFlow();
    const [messageId, stays] = [await suite.api.makeMessage(id, 'chat-a'), await suite.api.makeMessage(id, 'chat-b')];
    for (const rated of [messageId, stays])
      await suite.api.json('POST', '/feedback', { messageId: rated, rating: 'THUMBS_UP' });
    const gone = await suite.api.call('DELETE', `/chatmessage/${id}?chatId=chat-a`);
    expect(gone).toEqual({ status: 200, body: { raw: [], affected: 2 } });
    expect((await suite.api.messages(id)).map(({ chatId }) => chatId)).toEqual(['chat-b', 'chat-b']);
    expect((await suite.api.get(`/feedback/${id}`)).body).toMatchObject([{ messageId: stays }]);
    expect((await suite.api.call('DELETE', `/chatmessage/${id}`)).body).toMatchObject({ affected: 2 });
    expect((await suite.api.get(`/feedback/${id}`)).body).toEqual([]);
  });

  test('without the condition that was meant deletes none', async () => {
    const id = await newFlow();
    await suite.api.makeMessage(id);
    expect((await suite.api.call('DELETE', `/chatmessage/${id}?chatType=`)).status).toBe(400);
    expect(await suite.api.messages(id)).toHaveLength(2);
  });

  test('of a flow that nobody has is 404, in the words that all calls of chats have', async () => {
    const answers = await Promise.all([
      ...['GET', 'DELETE'].map((method) => suite.api.call(method, '/chatmessage/nobody')),
      ...['chatflows-streaming', 'chatflows-uploads', 'public-chatflows', 'public-chatbotConfig', 'leads'].map((path) =>
        suite.api.get(`/${path}/nobody`),
      ),
      suite.api.json('PUT', '/chatmessage/abort/nobody/chat-1', {}),
      suite.api.json('POST', '/prediction/nobody', { question: 'Where?' }),
      suite.api.json('POST', '/leads', { chatflowid: 'nobody', name: 'Ada' }),
    ]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
  });
});
