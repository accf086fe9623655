import { FlowiseClient } from 'flowise-sdk';
import { beforeAll, expect, test } from 'vitest';
import { type AnswerEvent, AnswerEventSchema } from '../../shared/api/predictions.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

/** The SDK of Flowise from npm, unchanged. */
const suite = setUpApiSuite();
let id: string;

beforeAll(async () => {
  id = (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }))).id;
  await suite.api.upsert(id, [{ name: 'rules.txt', content: 'Books may be kept for three weeks.' }]);
});

const client = (apiKey?: string) =>
  new FlowiseClient({ baseUrl: suite.server.url, ...(apiKey === undefined ? {} : { apiKey }) });

async function streamed(sdk: FlowiseClient, chatflowId: string): Promise<AnswerEvent[]> {
  const stream = await sdk.createPrediction({ chatflowId, question: 'How long may books be kept?', streaming: true });
  const events: AnswerEvent[] = [];
  for await (const event of stream as AsyncIterable<unknown>) events.push(AnswerEventSchema.parse(event));
  return events;
}

test('streams an answer', async () => {
  const events = await streamed(client(), id);
  const names = events.map(({ event }) => event).filter((name, index, all) => name !== all[index - 1]);
  expect(names).toEqual(['passages', 'start', 'token', 'citations', 'sourceDocuments', 'citations', 'metadata', 'end']);
  const tokens = events.flatMap((event) => (event.event === 'token' ? [event.data] : []));
  expect(tokens.join('')).toContain('three weeks');
});

test('gets an answer at once, with overrides of a session', async () => {
  const question = 'How long may books be kept?';
  const answer = await client().createPrediction({ chatflowId: id, question, overrideConfig: { sessionId: 'sdk' } });
  expect(answer).toMatchObject({ text: expect.stringContaining('three weeks'), sessionId: 'sdk', chatId: 'sdk' });
});

test('asks a bound flow with its key', async () => {
  const key = await newKey(suite.api);
  const bound = (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }))).id;
  await suite.api.json('PUT', `/chatflows/${bound}`, { apikeyid: key.id });
  expect((await streamed(client(key.apiKey), bound)).at(-1)).toEqual({ event: 'end', data: '[DONE]' });
  expect(await suite.api.call('GET', `/chatmessage/${bound}`, { headers: bearer(key.apiKey) })).toMatchObject({
    status: 200,
    body: [{ role: 'userMessage' }, { role: 'apiMessage' }],
  });
  const refused = await client().createPrediction({ chatflowId: bound, question: 'How?' });
  expect(refused).toMatchObject({ statusCode: 401, code: 'UNAUTHORIZED' });
});
