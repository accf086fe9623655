import { beforeAll, describe, expect, test } from 'vitest';
import { TEST_QUESTIONS_LIMIT, TestQuestionListSchema } from '../../shared/api/test-questions.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
});

const HOURS = { question: 'When does the desk open?', sources: ['hours.md'] };
const BOOKS = { question: 'How long may I keep a book?', sources: ['rules.pdf', 'handbook.md'] };

async function newFlow(): Promise<string> {
  return (await api.createFlow(makeFlow({ basepath: 'http://127.0.0.1:9/v1' }))).id;
}

async function questionsOf(ownerId: string) {
  const answer = await api.get(`/test-questions?ownerId=${ownerId}`);
  expect(answer.status).toBe(200);
  return TestQuestionListSchema.parse(answer.body);
}

describe('/test-questions', () => {
  test('are kept for their owner in the order in which they came, and removed one by one', async () => {
    const [ownerId, other] = [await newFlow(), await newFlow()];
    await api.json('POST', '/test-questions', { ownerId, questions: [HOURS, BOOKS] });
    await api.json('POST', '/test-questions', { ownerId: other, questions: [HOURS] });
    const [first, second] = await questionsOf(ownerId);
    expect([first, second]).toMatchObject([HOURS, BOOKS]);
    const removed = await api.json('PATCH', '/test-questions', { ownerId, ids: [first?.id] });
    expect(removed).toMatchObject({ status: 200, body: { affected: 1 } });
    expect(await questionsOf(ownerId)).toMatchObject([BOOKS]);
    expect(await questionsOf(other)).toMatchObject([HOURS]);
  });

  test('go with their flow', async () => {
    const ownerId = await newFlow();
    await api.json('POST', '/test-questions', { ownerId, questions: [HOURS] });
    await api.call('DELETE', `/chatflows/${ownerId}`);
    expect(await api.get(`/test-questions?ownerId=${ownerId}`)).toMatchObject({
      status: 404,
      body: { code: 'CHATFLOW_NOT_FOUND' },
    });
  });

  test('are refused without words, without a source, for nobody, and when they are too many', async () => {
    const ownerId = await newFlow();
    const add = (body: object) => api.json('POST', '/test-questions', body);
    for (const bad of [
      { ...HOURS, question: ' ' },
      { ...HOURS, sources: [] },
    ])
      expect(await add({ ownerId, questions: [bad] })).toMatchObject({ status: 400 });
    expect(await add({ ownerId: 'nobody', questions: [HOURS] })).toMatchObject({ status: 404 });
    const most = Array.from({ length: TEST_QUESTIONS_LIMIT }, () => HOURS);
    expect((await add({ ownerId, questions: most })).status).toBe(200);
    const more = await add({ ownerId, questions: [BOOKS] });
    expect(more).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await questionsOf(ownerId)).toHaveLength(TEST_QUESTIONS_LIMIT);
  });
});
