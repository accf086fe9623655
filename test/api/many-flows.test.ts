import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ChatflowListSchema, ChatflowNamesSchema } from '../../shared/api/chatflows.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

const FLOWS = 230;
const PageSchema = z.object({ data: ChatflowListSchema, total: z.int() });

let server: TestServer;
let api: ReturnType<typeof createApiClient>;
/** Those made last come first. */
const made: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  api = createApiClient(server.url);
  for (const { id } of ChatflowListSchema.parse((await api.get('/chatflows')).body)) made.unshift(id);
  for (let number = 0; number < FLOWS; number += 1) made.unshift((await api.createFlow(makeFlow())).id);
});
afterAll(() => server.close());

const idsOf = (list: z.infer<typeof ChatflowListSchema>) => list.map(({ id }) => id);

test('a list that is written while it is sent is the same as a short one: whole, in order, in pages', async () => {
  const response = await fetch(`${server.url}/api/v1/chatflows`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const all = ChatflowListSchema.parse(await response.json());
  expect(idsOf(all)).toEqual(made);
  const [newest] = made;
  expect(all[0]).toEqual((await api.get(`/chatflows/${newest}`)).body);
  const page = PageSchema.parse((await api.get('/chatflows?page=1&limit=220')).body);
  expect(page.total).toBe(made.length);
  expect(idsOf(page.data)).toEqual(made.slice(0, 220));
  expect(idsOf(PageSchema.parse((await api.get('/chatflows?page=2&limit=220')).body).data)).toEqual(made.slice(220));
});

test('the names of all flows come in the order of the list, after a change too', async () => {
  const names = async () => ChatflowNamesSchema.parse((await api.get('/chatflows/names')).body);
  expect((await names()).map(({ id }) => id)).toEqual(made);
  const [newest, second] = made;
  await api.json('PUT', `/chatflows/${second}`, { name: 'Renamed' });
  const list = ChatflowListSchema.parse((await api.get('/chatflows')).body);
  const all = await names();
  expect(all).toEqual(list.map(({ id, name, updatedDate }) => ({ id, name, updatedDate })));
  expect(all[0]).toMatchObject({ id: second, name: 'Renamed' });
  await api.json('PUT', `/chatflows/${newest}`, { name: 'The newest again' });
});

test('a flow that is deleted while a list is sent is left out of it, or in it, and the list is whole', async () => {
  const [, second, ...others] = made;
  const [list] = await Promise.all([api.get('/chatflows'), api.call('DELETE', `/chatflows/${second}`)]);
  const ids = idsOf(ChatflowListSchema.parse(list.body));
  expect(ids.filter((id) => id !== second)).toEqual([made[0], ...others]);
});
