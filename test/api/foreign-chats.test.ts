import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { walkOperations } from '../helpers/contracts/owner-walk.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

const LISTED = 'https://shop.example';
/** Said in a chat only: no document has it. */
const WORD = 'heronword';

let server: TestServer;
let fake: FakeOpenAI;
let api: ApiClient;
let flow: string;
let feedback: string;

beforeAll(async () => {
  server = await startServerWith({ allowedOrigins: [LISTED] });
  fake = await startFakeOpenAI();
  api = createApiClient(server.url);
  flow = (await api.createFlow(makeFlow({ basepath: fake.basepath }))).id;
  await api.upsert(flow, [{ name: 'rules.txt', content: 'Books may be kept for three weeks.' }]);
  const chatbotConfig = JSON.stringify({ fullFileUpload: { status: true } });
  await api.json('PUT', `/chatflows/${flow}`, { isPublic: true, chatbotConfig });
  const { chatMessageId: messageId } = await api.ask(flow, {
    question: `Where is the ${WORD}?`,
    chatId: 'chat-secret',
  });
  const rated = await api.json('POST', '/feedback', { messageId, rating: 'THUMBS_UP', content: WORD });
  feedback = z.object({ id: z.string() }).parse(rated.body).id;
  await api.json('POST', '/leads', { chatflowid: flow, chatId: 'chat-secret', name: WORD });
  const body = new FormData();
  body.append('files', new Blob([WORD]), 'secret.txt');
  await api.call('POST', `/attachments/${flow}/chat-secret`, { body });
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

/** All that was said, as a local caller reads it. */
const shown = () =>
  Promise.all(
    [`/chatmessage/${flow}?chatId=chat-secret&feedback=true`, `/leads/${flow}`, `/feedback/${flow}`].map((path) =>
      api.get(path),
    ),
  );

test('no operation at all tells a page of a listed origin what was said in chats, or changes it', async () => {
  const before = await shown();
  expect(JSON.stringify(before)).toContain(WORD);
  const owned = { ids: [flow, feedback], chatflow: flow, run: '', text: 'rules.txt', params: { chatId: 'chat-1' } };
  const faults: string[] = [];
  for (const { operationId, method, path, body } of walkOperations(owned)) {
    // What people in a chat say of themselves and of answers.
    if (['updateFeedback', 'createLead'].includes(operationId)) continue;
    const headers = { origin: LISTED };
    const answer = await (body === undefined
      ? api.call(method, path, { headers })
      : api.json(method, path, body, headers));
    const text = JSON.stringify(answer.body);
    if (text.includes(WORD)) faults.push(`${operationId}: ${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  }
  expect(faults).toEqual([]);
  expect(await shown()).toEqual(before);
});

test.each([
  ['POST', '/apikey', { keyName: 'Mine' }],
  ['DELETE', '/chatflows/{flow}', undefined],
  ['POST', '/bin/chatflows/{flow}', {}],
])('nor does it get a key to them, or delete them with their flow: %s %s', async (method, path, body) => {
  const filled = path.replace('{flow}', flow);
  const refused = { status: 403, body: { code: 'FOREIGN_ORIGIN' } };
  const headers = { origin: LISTED };
  const call = (sent: Record<string, string>) =>
    body === undefined ? api.call(method, filled, { headers: sent }) : api.json(method, filled, body, sent);
  expect(await call(headers)).toMatchObject(refused);
  expect((await shown()).map(({ status }) => status)).toEqual([200, 200, 200]);
  const key = bearer((await newKey(api)).apiKey);
  if (method === 'POST' && path === '/apikey') expect((await call({ ...headers, ...key })).status).toBe(200);
});

test('nor does it delete messages with a question in the place of another one, unless it has a key', async () => {
  const { body: before } = await api.get(`/chatmessage/${flow}?chatId=chat-secret`);
  const [first] = z.array(z.object({ id: z.string() })).parse(before);
  const sent = { question: 'Where?', chatId: 'chat-secret', replaceFrom: first?.id ?? '' };
  const form = new FormData();
  for (const [name, value] of Object.entries(sent)) form.append(name, value);
  const headers = { origin: LISTED };
  const path = `/prediction/${flow}`;
  const refused = { status: 403, body: { code: 'FOREIGN_ORIGIN' } };
  expect(await api.json('POST', path, sent, headers)).toMatchObject(refused);
  expect(await api.call('POST', path, { body: form, headers })).toMatchObject(refused);
  expect((await api.get(`/chatmessage/${flow}?chatId=chat-secret`)).body).toEqual(before);
  const key = bearer((await newKey(api)).apiKey);
  expect((await api.json('POST', path, sent, { ...headers, ...key })).status).toBe(200);
});
