import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '../../../../shared/client/api-client.ts';
import { ApiError } from '../../../../shared/client/api-error.ts';
import { listenOnFreePort } from '../../../helpers/fakes/listen-on-free-port.ts';

let close: () => Promise<void>;
let answer: RequestListener;
let api: ApiClient;

beforeEach(async () => {
  const listening = await listenOnFreePort(createServer((request, response) => answer(request, response)));
  close = listening.close;
  api = createApiClient(listening.origin, fetch);
});
afterEach(() => close());

describe('a call', () => {
  test('gives a good answer, checked', async () => {
    answer = (_, response) => response.end('{"code":"abc","more":2}');
    expect(await api.call('createSessionCode')).toEqual({ code: 'abc' });
  });

  test('sends path parameters, query and body', async () => {
    const requests: string[] = [];
    answer = async (request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers['content-type']} ${await text(request)}`);
      response.end('{}');
    };
    await api.open('allowCredentialHost', { params: { id: 'a b/c' }, body: { host: 'localhost:1234' } });
    await api.open('listRuns', { query: { limit: 3, chatflowId: undefined } });
    await api.open('disallowCredentialHost', { params: { id: 'a' }, query: { host: 'localhost:1234' } });
    expect(requests).toEqual([
      'POST /api/v1/credentials/a%20b%2Fc/hosts application/json {"host":"localhost:1234"}',
      'GET /api/v1/runs?limit=3 undefined ',
      'DELETE /api/v1/credentials/a/hosts?host=localhost%3A1234 undefined ',
    ]);
  });

  test('sends a form as it is', async () => {
    let type = '';
    answer = (request, response) => {
      type = request.headers['content-type'] ?? '';
      request.resume().on('end', () => response.end('{}'));
    };
    await api.open('previewNodes', { body: new FormData() });
    expect(type).toMatch(/^multipart\/form-data; boundary=/);
  });

  test.each([
    ['an answer of another shape', 200, '{"code":1}', 'BAD_ANSWER'],
    ['no JSON', 200, '<html>', 'BAD_ANSWER'],
    ['a failure that is not ours', 502, '<html>', 'BAD_ANSWER'],
    [
      'a failure of ours',
      422,
      '{"statusCode":422,"success":false,"message":"m: n","stack":{},"code":"MISSING_INPUT","nodeId":"x_0"}',
      'MISSING_INPUT',
    ],
  ])('fails on %s', async (_, status, body, code) => {
    answer = (__, response) => response.writeHead(status).end(body);
    const error = await api.call('createSessionCode').catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, status });
    if (code === 'MISSING_INPUT') expect(error).toMatchObject({ message: 'm: n', nodeId: 'x_0' });
  });

  test('says that there is no server', async () => {
    answer = (request) => request.socket.destroy();
    await expect(api.call('createSessionCode')).rejects.toMatchObject({ code: 'NETWORK', message: /does not answer/ });
  });

  test('that is aborted fails with the reason', async () => {
    await expect(api.call('listRuns', { signal: AbortSignal.abort('closed') })).rejects.toBe('closed');
  });
});
