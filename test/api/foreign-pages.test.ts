import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../electron/server/routes/routes.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

const LISTED = 'https://shop.example';
const OTHER = 'https://notes.example';

/** What a chat on a page of another origin calls. */
const OF_WIDGETS = [
  ...['predict', 'abortChatMessage', 'createFeedback', 'updateFeedback', 'createLead'],
  ...['getChatflowStreaming', 'getChatflowUploads', 'getPublicChatflow', 'getPublicChatbotConfig'],
];

let server: TestServer;
let fake: FakeOpenAI;
let api: ApiClient;
let flow: string;
let messageId: string;
let feedbackId: string;

beforeAll(async () => {
  server = await startServerWith({ allowedOrigins: [LISTED, OTHER] });
  fake = await startFakeOpenAI();
  api = createApiClient(server.url);
  flow = (await api.createFlow(makeFlow({ basepath: fake.basepath }))).id;
  await api.json('PUT', `/chatflows/${flow}`, { isPublic: true });
  messageId = await api.makeMessage(flow);
  const { body } = await api.json('POST', '/feedback', { messageId: await api.makeMessage(flow), rating: 'THUMBS_UP' });
  feedbackId = (body as { id: string }).id;
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const ofChats = routes.filter(({ path }) =>
  /predict|chat-?message|conversations|feedback|leads|public-|streaming|chatflows-uploads/.test(path),
);

function callAs(operationId: string, headers: Record<string, string>) {
  const { method, path } = routes.find((route) => route.operationId === operationId) ?? { method: 'GET', path: '/' };
  const id = /feedback\/\{id\}/.test(path) && method !== 'GET' ? feedbackId : flow;
  const filled = path.replace('{id}', id).replace('{ownerId}', flow).replace('{chatId}', 'chat-1');
  const body = {
    question: 'Where?',
    chatflowid: flow,
    rating: 'THUMBS_DOWN',
    email: 'ada@example.com',
    ...(method === 'POST' ? { messageId } : {}),
  };
  return method === 'POST' || method === 'PUT'
    ? api.json(method, filled, body, headers)
    : api.call(method, filled, { headers });
}

const shown = () => Promise.all([api.get(`/chatmessage/${flow}`), api.get(`/feedback/${flow}`)]);

describe('a page of a listed origin', () => {
  const others = ofChats.map(({ operationId }) => operationId).filter((id) => !OF_WIDGETS.includes(id));

  test('is one of the operations on chats that are known here', () => {
    expect(others.toSorted()).toEqual(
      [
        ...['deleteChatMessages', 'deleteFeedback', 'listAllFeedback', 'listChatMessages', 'listFeedback'],
        ...['listInternalChatMessages', 'listLeads', 'deleteLeads', 'predictInternally'],
        ...['listConversations', 'clearConversations', 'renameConversation', 'binConversation', 'restoreConversation'],
      ].toSorted(),
    );
  });

  test.each(others)('may not: %s', async (operationId) => {
    const before = await shown();
    expect(await callAs(operationId, { origin: LISTED })).toMatchObject({
      status: 403,
      body: { code: 'FOREIGN_ORIGIN' },
    });
    expect(await shown()).toEqual(before);
  });

  test.each(OF_WIDGETS)('may: %s', async (operationId) => {
    const answer = await callAs(operationId, { origin: LISTED });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  test('reads messages with a key, and so do the app and a local caller', async () => {
    const path = `/chatmessage/${flow}`;
    const key = bearer((await newKey(api)).apiKey);
    const token = { 'x-tributary-token': localTokenOf(server.dataDir) };
    for (const headers of [{ origin: LISTED, ...key }, { origin: LISTED, ...token }, { origin: server.url }, {}]) {
      expect((await api.call('GET', path, { headers })).status).toBe(200);
    }
    const wrong = { origin: LISTED, ...bearer('tb_wrong') };
    expect((await api.call('GET', path, { headers: wrong })).status).toBe(403);
  });

  test('reads no flow that is not public', async () => {
    const { id } = await api.createFlow(makeFlow());
    const path = `/public-chatflows/${id}`;
    expect(await api.call('GET', path, { headers: { origin: LISTED } })).toMatchObject({ status: 401 });
    expect((await api.get(path)).status).toBe(200);
  });
});

describe('a flow that lists origins of its own', () => {
  test('is asked by their pages only, and tells others what it wants', async () => {
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    const chatbotConfig = {
      allowedOrigins: [LISTED],
      allowedOriginsError: 'Not here.',
      starterPrompts: { 0: 'Hello' },
    };
    await api.json('PUT', `/chatflows/${id}`, { chatbotConfig: JSON.stringify(chatbotConfig) });
    const ask = (headers: Record<string, string>) =>
      api.json('POST', `/prediction/${id}`, { question: 'Where?' }, headers);
    expect((await ask({ origin: LISTED })).status).toBe(200);
    expect((await ask({})).status).toBe(200);
    expect(await ask({ origin: OTHER })).toMatchObject({
      status: 403,
      body: { code: 'FOREIGN_ORIGIN', message: 'Not here.' },
    });
    const { body } = await api.get(`/public-chatbotConfig/${id}`);
    expect(body).toMatchObject({ starterPrompts: { 0: 'Hello' }, isTTSEnabled: false, uploads: expect.anything() });
    expect(JSON.stringify(body)).not.toContain('Not here');
  });
});
