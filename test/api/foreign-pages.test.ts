import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../electron/server/routes/routes.ts';
import { PublicChatflowSchema } from '../../shared/api/chatflows.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

const LISTED = 'https://shop.example';
const OTHER = 'https://notes.example';

/** What a chat on a page of another origin calls. */
const OF_WIDGETS = [
  ...[
    'createAttachments',
    'getUploadFile',
    'predict',
    'abortChatMessage',
    'createFeedback',
    'createFeedbackOf',
    'updateFeedback',
    'createLead',
  ],
  ...['getChatflowStreaming', 'getChatflowUploads', 'getPublicChatflow', 'getPublicChatbotConfig', 'getNodeIcon'],
];

let server: TestServer;
let fake: FakeOpenAI;
let api: ApiClient;
let flow: string;
let messageId: string;
let otherMessageId: string;
let feedbackId: string;

beforeAll(async () => {
  server = await startServerWith({ allowedOrigins: [LISTED, OTHER] });
  fake = await startFakeOpenAI();
  api = createApiClient(server.url);
  flow = (await api.createFlow(makeFlow({ basepath: fake.basepath }))).id;
  const chatbotConfig = JSON.stringify({ fullFileUpload: { status: true } });
  await api.json('PUT', `/chatflows/${flow}`, { isPublic: true, chatbotConfig });
  [messageId, otherMessageId] = [await api.makeMessage(flow), await api.makeMessage(flow)];
  const { body } = await api.json('POST', '/feedback', { messageId: await api.makeMessage(flow), rating: 'THUMBS_UP' });
  feedbackId = (body as { id: string }).id;
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const ofChats = routes.filter(({ path }) =>
  /predict|chat-?message|conversations|feedback|leads|public-|streaming|chatflows-uploads|attachments|get-upload|node-icon/.test(
    path,
  ),
);

function fileForm(): FormData {
  const body = new FormData();
  body.append('files', new Blob(['Films are lent for a weekend.']), 'films.txt');
  return body;
}

function callAs(operationId: string, headers: Record<string, string>) {
  const { method, path } = routes.find((route) => route.operationId === operationId) ?? { method: 'GET', path: '/' };
  const id = ['updateFeedback', 'deleteFeedback'].includes(operationId) ? feedbackId : flow;
  const filled = path
    .replace('{id}', id)
    .replace('{ownerId}', flow)
    .replace('{chatId}', 'chat-1')
    .replace('{name}', 'hnsw');
  const body = {
    question: 'Where?',
    chatflowid: flow,
    rating: 'THUMBS_DOWN',
    name: 'Ada',
    ...(method === 'POST' ? { messageId: operationId === 'createFeedbackOf' ? otherMessageId : messageId } : {}),
  };
  if (operationId === 'createAttachments') return api.call(method, filled, { body: fileForm(), headers });
  if (operationId === 'getUploadFile') {
    const query = new URLSearchParams({ chatflowId: flow, chatId: 'chat-1', fileName: 'films.txt' });
    return api.call(method, `${path}?${query}`, { headers });
  }
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

  test('reads no flow that is not public, unless it has a key, and nothing of what the flow says of callers', async () => {
    const { id } = await api.createFlow(makeFlow());
    const secret = { allowedOrigins: [LISTED], allowedOriginsError: 'Not here.', leads: { status: true } };
    await api.json('PUT', `/chatflows/${id}`, { chatbotConfig: JSON.stringify(secret) });
    const path = `/public-chatflows/${id}`;
    expect(await api.call('GET', path, { headers: { origin: LISTED } })).toMatchObject({ status: 401 });
    expect((await api.get(path)).status).toBe(200);
    const key = bearer((await newKey(api)).apiKey);
    const { status, body } = await api.call('GET', path, { headers: { origin: LISTED, ...key } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: 'Test flow', chatbotConfig: JSON.stringify({ leads: { status: true } }) });
    expect(Object.keys(PublicChatflowSchema.strict().parse(body))).not.toContain('apiConfig');
  });

  test('gets the settings of a chat of a document store, too', async () => {
    const { id } = await createStoreClient(server.url).create({});
    expect(await api.get(`/public-chatbotConfig/${id}`)).toMatchObject({
      status: 200,
      body: { flowData: '{"nodes":[],"edges":[]}', isTTSEnabled: false },
    });
  });
});

describe('a flow that lists origins of its own', () => {
  test('is asked by their pages only, and tells others what it wants', async () => {
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    const chatbotConfig = {
      allowedOrigins: [LISTED],
      allowedOriginsError: 'Not here.',
      starterPrompts: { 0: 'Hello' },
      followUpPrompts: { status: true, selectedProvider: 'chatOpenAI', chatOpenAI: { credentialId: 'secret-1' } },
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
    // The chat of Flowise shows people the body as it is.
    const shown = await ask({ origin: OTHER, accept: 'text/event-stream' });
    expect(shown).toEqual({ status: 403, body: 'Not here.' });
    const { body } = await api.get(`/public-chatbotConfig/${id}`);
    expect(body).toMatchObject({ starterPrompts: { 0: 'Hello' }, isTTSEnabled: false, uploads: expect.anything() });
    expect(body).toMatchObject({ followUpPrompts: { status: true } });
    for (const own of ['Not here', 'secret-1']) expect(JSON.stringify(body)).not.toContain(own);
  });
});
