import { request as httpRequest } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { ErrorBodySchema } from '../../shared/api/common.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

let server: SharedServer;
let api: ApiClient;

beforeAll(async () => {
  server = await shareTestServer();
  api = createApiClient(server.url);
});

async function createLimitedFlow(rateLimit: object): Promise<string> {
  // No service is called: the limit is before all that.
  return (await api.createFlow(makeFlow({ basepath: server.url }), JSON.stringify({ rateLimit }))).id;
}

/** Announces a large body and sends nothing of it: only a server that does not wait for it answers. */
function announceBody(path: string): Promise<{ status: number; retryAfter: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000_000 };
    const request = httpRequest(`${server.url}/api/v1${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text });
      });
    });
    request.once('error', reject);
    request.flushHeaders();
  });
}

test('a call too many is 429 in the one shape, with the words of the flow, before its body is read', async () => {
  const id = await createLimitedFlow({ status: true, limitMax: '2', limitDuration: '60', limitMsg: 'Slow down.' });
  for (const _call of [1, 2]) expect((await api.json('POST', `/vector/upsert/${id}`, {})).status).not.toBe(429);
  const answer = await announceBody(`/vector/upsert/${id}`);
  expect(answer.status).toBe(429);
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  expect(ErrorBodySchema.parse(JSON.parse(answer.text))).toMatchObject({ code: 'RATE_LIMITED', message: 'Slow down.' });
  expect((await api.json('POST', `/vector/query/${id}`, { query: 'a' })).status).toBe(429);
});

test('a limit of one flow is none of another, and ends when it is switched off', async () => {
  const limited = await createLimitedFlow({ status: true, limitMax: 1, limitDuration: 60 });
  const other = await createLimitedFlow({ status: true, limitMax: 1, limitDuration: 60 });
  await api.json('POST', `/vector/upsert/${limited}`, {});
  expect((await api.json('POST', `/vector/upsert/${limited}`, {})).status).toBe(429);
  expect((await api.json('POST', `/vector/upsert/${other}`, {})).status).not.toBe(429);
  await api.json('PUT', `/chatflows/${limited}`, { apiConfig: '{"rateLimit":{"status":false}}' });
  expect((await api.json('POST', `/vector/upsert/${limited}`, {})).status).not.toBe(429);
});

test('a limit without usable numbers is refused when it is saved', async () => {
  const apiConfig = JSON.stringify({ rateLimit: { status: true, limitMax: 'many', limitDuration: 60 } });
  const answer = await api.json('POST', '/chatflows', { name: 'A', flowData: '{}', apiConfig });
  expect(ErrorBodySchema.parse(answer.body)).toMatchObject({ statusCode: 400, code: 'INVALID_INPUT' });
});

test('an unknown flow is 404 before the body is read', async () => {
  expect((await announceBody('/vector/upsert/nobody')).status).toBe(404);
});
