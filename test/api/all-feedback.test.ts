import { beforeAll, expect, test } from 'vitest';
import { AllFeedbackAnswerSchema, FeedbackSchema } from '../../shared/api/feedback.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;
let first: string;
let second: string;
/** The messages that have feedback, in its order. */
const rated: string[] = [];

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
  first = (await api.createFlow(makeFlow())).id;
  second = (await api.createFlow(makeFlow())).id;
  for (let number = 0; number < 5; number += 1) {
    const messageId = await api.makeMessage(number < 3 ? first : second);
    rated.push(messageId);
    const { body } = await api.json('POST', '/feedback', {
      messageId,
      rating: number % 2 === 0 ? 'THUMBS_UP' : 'THUMBS_DOWN',
    });
    FeedbackSchema.parse(body);
  }
});

async function page(query = '') {
  return AllFeedbackAnswerSchema.parse((await api.get(`/feedback${query}`)).body);
}

/** Those of this file's flows. */
const messages = ({ data }: Awaited<ReturnType<typeof page>>) =>
  data
    .filter(({ chatflowid }) => chatflowid === first || chatflowid === second)
    .map(({ messageId }) => rated.indexOf(messageId))
    .sort();

test('lists the feedback of all flows, newest first, in pages that miss and repeat nothing', async () => {
  const whole = await page('?limit=1000');
  expect(whole).toMatchObject({ total: whole.data.length, next: null });
  expect(messages(whole)).toEqual([0, 1, 2, 3, 4]);
  expect(whole.data.map(({ createdDate }) => createdDate)).toEqual(
    whole.data
      .map(({ createdDate }) => createdDate)
      .sort()
      .reverse(),
  );
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const part = await page(`?limit=2${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`);
    seen.push(...part.data.map(({ id }) => id));
    next = part.next;
  }
  expect(seen).toEqual(whole.data.map(({ id }) => id));
});

test('is filtered by flow, rating and date', async () => {
  expect(messages(await page(`?chatflowid=${second}`))).toEqual([3, 4]);
  expect(messages(await page('?rating=THUMBS_DOWN&limit=1000'))).toEqual([1, 3]);
  expect(await page(`?chatflowid=${second}&rating=THUMBS_DOWN`)).toMatchObject({ total: 1 });
  expect(await page('?endDate=2020-01-01')).toEqual({ data: [], total: 0, next: null });
  expect(messages(await page('?startDate=2020-01-01&limit=1000'))).toHaveLength(5);
});

test.each(['?limit=0', '?cursor=x', '?rating=GREAT', '?startDate=soon'])('%s is 400', async (query) => {
  expect(await api.get(`/feedback${query}`)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});

test('feedback can be deleted, once', async () => {
  const { data } = await page(`?chatflowid=${second}&limit=1`);
  const path = `/feedback/${data[0]?.id}`;
  expect(await api.call('DELETE', path)).toEqual({ status: 200, body: { raw: [], affected: 1 } });
  expect(await api.call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'FEEDBACK_NOT_FOUND' } });
  expect(await page(`?chatflowid=${second}`)).toMatchObject({ total: 1 });
});
