import { expect, test } from 'vitest';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const flowData = JSON.stringify({ nodes: [], edges: [] });

async function createFlow(): Promise<string> {
  const { body } = await suite.api.json('POST', '/chatflows', { name: 'First', flowData });
  return (body as { id: string }).id;
}

async function tagOf(id: string): Promise<string> {
  const response = await fetch(`${suite.server.url}/api/v1/chatflows/${id}`);
  return response.headers.get('etag') ?? '';
}

function put(id: string, body: unknown, headers: Record<string, string> = {}) {
  return suite.api.json('PUT', `/chatflows/${id}`, body, headers);
}

test('a change of the version that was read goes through, and names the next version', async () => {
  const id = await createFlow();
  const etag = await tagOf(id);
  const response = await fetch(`${suite.server.url}/api/v1/chatflows/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': etag },
    body: JSON.stringify({ name: 'Second' }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toMatch(/^".+"$/);
  expect(response.headers.get('etag')).not.toBe(etag);
  expect(response.headers.get('etag')).toBe(await tagOf(id));
});

test('a change of a version that is no more is 412 and changes nothing', async () => {
  const id = await createFlow();
  const etag = await tagOf(id);
  await put(id, { name: 'Theirs' });
  const theirs = await suite.api.get(`/chatflows/${id}`);
  const refused = await put(id, { name: 'Mine', deployed: true }, { 'if-match': etag });
  expect(refused).toMatchObject({ status: 412, body: { statusCode: 412, success: false, code: 'CHANGED_MEANWHILE' } });
  expect(await suite.api.get(`/chatflows/${id}`)).toEqual(theirs);
});

test('of two changes of one version that come at the same time one is refused', async () => {
  const id = await createFlow();
  const ifMatch = { 'if-match': await tagOf(id) };
  const answers = await Promise.all([put(id, { name: 'A' }, ifMatch), put(id, { name: 'B' }, ifMatch)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
});

test('one of several versions may fit, and * fits any', async () => {
  const id = await createFlow();
  const several = `"other", ${await tagOf(id)}`;
  expect((await put(id, { name: 'Second' }, { 'if-match': several })).status).toBe(200);
  expect((await put(id, { name: 'Third' }, { 'if-match': '*' })).status).toBe(200);
  expect((await put(id, { name: 'Fourth' }, { 'if-match': several })).status).toBe(412);
});

test('without If-Match the last change wins', async () => {
  const id = await createFlow();
  await put(id, { name: 'Second' });
  expect(await put(id, { name: 'Third' })).toMatchObject({ status: 200, body: { name: 'Third' } });
});

test('If-Match on a flow that is not there is 404', async () => {
  const gone = await put('00000000-0000-4000-8000-000000000000', { name: 'x' }, { 'if-match': '"any"' });
  expect(gone).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
});
