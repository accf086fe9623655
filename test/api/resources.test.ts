import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssistantSchema } from '../../shared/api/assistants.ts';
import { FeedbackSchema } from '../../shared/api/feedback.ts';
import { ToolSchema } from '../../shared/api/tools.ts';
import { VariableSchema } from '../../shared/api/variables.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
const RowSchema = z.looseObject({ id: z.uuid(), createdDate: z.iso.datetime(), updatedDate: z.iso.datetime() });

const resources = [
  {
    path: '/tools',
    schema: ToolSchema,
    notFound: 'TOOL_NOT_FOUND',
    full: {
      name: 'sum',
      description: 'Adds.',
      color: '#123456',
      iconSrc: 'a.svg',
      schema: '[]',
      func: 'throw new Error("run")',
    },
    least: { name: 'sum' },
    filled: { description: '', color: '', iconSrc: null, schema: null, func: null },
    change: { description: 'Adds numbers.' },
    wrong: [{}, { name: '' }, { name: 5 }, { name: 'x', func: {} }, { name: 'x', description: [] }],
    isReadable: true,
  },
  {
    path: '/variables',
    schema: VariableSchema,
    notFound: 'VARIABLE_NOT_FOUND',
    full: { name: 'team', value: 'Support', type: 'runtime' },
    least: { name: 'team' },
    filled: { value: null, type: 'static' },
    change: { value: 'Sales' },
    wrong: [{}, { name: '  ' }, { name: 'a}}b' }, { name: 'x', type: 'odd' }, { name: 'x', value: [3] }],
    isReadable: false,
  },
  {
    path: '/assistants',
    schema: AssistantSchema,
    notFound: 'ASSISTANT_NOT_FOUND',
    full: { details: '{"name":"Helper"}', credential: NOBODY, iconSrc: 'b.svg', type: 'OPENAI' },
    least: { details: '{}' },
    filled: { credential: null, iconSrc: null, type: 'CUSTOM' },
    change: { details: '{"name":"Guide"}' },
    wrong: [{}, { details: [] }, { details: '{' }, { details: '[]' }, { details: '{}', type: 'ROBOT' }],
    isReadable: true,
  },
] as const;

describe.each(resources)('$path', ({ path, schema, notFound, full, least, filled, change, wrong, isReadable }) => {
  async function create(fields: object) {
    const { status, body } = await api.json('POST', path, fields);
    expect(status).toBe(200);
    expect(schema.parse(body)).toEqual(body);
    return RowSchema.parse(body);
  }

  const listed = async (query = '') => (await api.get(`${path}${query}`)).body;

  test('keeps every field', async () => {
    const row = await create(full);
    expect(row).toMatchObject(full);
    expect(await listed()).toContainEqual(row);
    if (isReadable) expect(await api.get(`${path}/${row.id}`)).toEqual({ status: 200, body: row });
  });

  test('fields that may be left out are filled in', async () => {
    expect(await create(least)).toMatchObject({ ...least, ...filled });
  });

  test('PUT merges, and what the server owns is ignored', async () => {
    const row = await create(full);
    const owned = { id: NOBODY, createdDate: 'x', updatedDate: 'y', workspaceId: 'z' };
    const { status, body } = await api.json('PUT', `${path}/${row.id}`, { ...change, ...owned });
    expect(status).toBe(200);
    expect(body).toEqual({ ...row, ...change, updatedDate: expect.any(String) });
    expect(RowSchema.parse(body).updatedDate >= row.updatedDate).toBe(true);
    expect(await create({ ...full, ...owned })).toMatchObject({ createdDate: expect.stringMatching(/Z$/) });
  });

  test('lists are newest change first, whole or in pages', async () => {
    const old = await create(full);
    const newer = await create(full);
    await api.json('PUT', `${path}/${old.id}`, change);
    const ids = z
      .array(RowSchema)
      .parse(await listed())
      .map(({ id }) => id);
    expect(ids.indexOf(old.id)).toBeLessThan(ids.indexOf(newer.id));
    const page = z.object({ data: z.array(RowSchema), total: z.int() }).parse(await listed('?page=2&limit=1'));
    expect(page.data.map(({ id }) => id)).toEqual([ids[1]]);
    expect(page.total).toBe(ids.length);
  });

  test.each(['?page=0&limit=1', '?page=1&limit=-1', '?page=-1'])('%s is 412', async (query) => {
    expect(await api.get(`${path}${query}`)).toMatchObject({ status: 412, body: { code: 'NEGATIVE_PAGING' } });
  });

  test('DELETE answers as Flowise does, and once', async () => {
    const { id } = await create(full);
    expect(await api.call('DELETE', `${path}/${id}`)).toEqual({ status: 200, body: { raw: [], affected: 1 } });
    expect(await api.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 404, body: { code: notFound } });
  });

  test('an unknown id is 404', async () => {
    expect(await api.json('PUT', `${path}/${NOBODY}`, change)).toMatchObject({ status: 404, body: { code: notFound } });
    const read = isReadable
      ? { status: 404, body: { code: notFound } }
      : { status: 405, body: { code: 'METHOD_NOT_ALLOWED' } };
    expect(await api.get(`${path}/${NOBODY}`)).toMatchObject(read);
  });

  test.each(wrong.map((body) => [body]))('%j is 400', async (body) => {
    expect(await api.json('POST', path, body)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

test('assistants can be listed by type', async () => {
  await api.json('POST', '/assistants', { details: '{"name":"Azure one"}', type: 'AZURE' });
  const rows = z.array(AssistantSchema).parse((await api.get('/assistants?type=AZURE')).body);
  expect(rows.map(({ type }) => type)).toEqual(['AZURE']);
  expect((await api.get('/assistants?type=AZURE&page=1&limit=5')).body).toEqual({ data: rows, total: 1 });
});

describe('/feedback', () => {
  let flowId: string;

  beforeAll(async () => {
    flowId = (await api.createFlow(makeFlow())).id;
  });

  async function give(fields: { chatId?: string; [name: string]: unknown } = {}, asked = flowId) {
    const { chatId = 'chat-1' } = fields;
    const whole = {
      chatflowid: asked,
      chatId,
      messageId: await api.makeMessage(asked, chatId),
      rating: 'THUMBS_UP',
      content: 'Good',
      ...fields,
    };
    const { status, body } = await api.json('POST', '/feedback', whole);
    return { status, body, whole };
  }

  async function newFeedback(...given: Parameters<typeof give>) {
    return FeedbackSchema.parse((await give(...given)).body);
  }

  const list = async (query = '') => z.array(FeedbackSchema).parse((await api.get(`/feedback/${flowId}${query}`)).body);

  test('is stored whole and listed oldest first, or newest first', async () => {
    const { status, body, whole } = await give();
    expect(status).toBe(200);
    expect(body).toMatchObject(whole);
    const second = await newFeedback();
    expect((await list()).at(-1)).toEqual(second);
    expect((await list('?order=DESC'))[0]).toEqual(second);
  });

  test('is filtered by chat and by date', async () => {
    const mine = await newFeedback({ chatId: 'chat-mine' });
    expect(await list('?chatId=chat-mine')).toEqual([mine]);
    const day = mine.createdDate.slice(0, 10);
    expect(await list(`?chatId=chat-mine&startDate=${day}&endDate=${day}`)).toEqual([mine]);
    expect(await list(`?chatId=chat-mine&startDate=${mine.createdDate}`)).toEqual([mine]);
    expect(await list('?chatId=chat-mine&endDate=2020-01-01')).toEqual([]);
    expect(await list('?chatId=chat-mine&startDate=2100-01-01')).toEqual([]);
    expect((await api.get(`/feedback/${flowId}?chatId=chat-mine&page=1&limit=1`)).body).toEqual({
      data: [mine],
      total: 1,
    });
  });

  test.each(['?order=UP', '?startDate=soon', '?endDate=2025-13-45'])('%s is 400', async (query) => {
    expect(await api.get(`/feedback/${flowId}${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });

  test('PUT changes rating and content, and answers as Flowise does', async () => {
    const row = await newFeedback({ chatId: 'chat-changed' });
    const change = { rating: 'THUMBS_DOWN', content: 'Out of date', chatflowid: flowId, messageId: row.messageId };
    expect(await api.json('PUT', `/feedback/${row.id}`, change)).toEqual({ status: 200, body: { status: 'OK' } });
    expect(await list('?chatId=chat-changed')).toEqual([{ ...row, rating: 'THUMBS_DOWN', content: 'Out of date' }]);
    expect(await api.json('PUT', `/feedback/${row.id}`, { messageId: 'another' })).toMatchObject({ status: 400 });
  });

  test('a message has one feedback', async () => {
    const row = await newFeedback();
    const again = await give({ messageId: row.messageId });
    expect(again).toMatchObject({ status: 409, body: { code: 'FEEDBACK_EXISTS', details: { id: row.id } } });
  });

  test('is on a message that there is, whose flow and chat it has', async () => {
    const { chatflowid: _, chatId: __, ...rated } = (await give({ chatId: 'chat-known' })).whole;
    const messageId = await api.makeMessage(flowId, 'chat-known');
    expect(await api.json('POST', '/feedback', { ...rated, messageId })).toMatchObject({
      status: 200,
      body: { chatflowid: flowId, chatId: 'chat-known', messageId },
    });
    const other = await api.makeMessage(flowId, 'chat-known');
    for (const wrong of [{ messageId: NOBODY }, { messageId: other, chatId: 'chat-1' }]) {
      expect(await api.json('POST', '/feedback', { ...rated, ...wrong })).toMatchObject({
        status: 404,
        body: { code: 'MESSAGE_NOT_FOUND' },
      });
    }
  });

  test('unknown ids are 404', async () => {
    expect(await give({ chatflowid: NOBODY })).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
    const put = await api.json('PUT', `/feedback/${NOBODY}`, { rating: 'THUMBS_UP' });
    expect(put).toMatchObject({ status: 404, body: { code: 'FEEDBACK_NOT_FOUND' } });
  });

  test.each([{ rating: 'GREAT' }, { rating: undefined }, { messageId: '' }, { chatflowid: 7 }, { content: {} }])(
    '%j is 400',
    async (fields) => {
      expect(await give(fields)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    },
  );

  test('goes with its chatflow', async () => {
    const { id } = await api.createFlow(makeFlow());
    const row = await newFeedback({}, id);
    expect((await api.call('DELETE', `/chatflows/${id}`)).status).toBe(200);
    expect(await api.json('PUT', `/feedback/${row.id}`, { rating: 'THUMBS_UP' })).toMatchObject({ status: 404 });
  });
});
