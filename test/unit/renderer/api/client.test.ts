import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../../../renderer/api/api-error.ts';
import { callApi } from '../../../../renderer/api/client.ts';
import { listenOnFreePort } from '../../../helpers/fakes/listen-on-free-port.ts';

let close: () => Promise<void>;
let answer: RequestListener;

beforeEach(async () => {
  const listening = await listenOnFreePort(createServer((request, response) => answer(request, response)));
  close = listening.close;
  // In the page, addresses are relative to the server that it came from.
  const realFetch = fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`${listening.origin}${path}`, init));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await close();
});

const Schema = z.object({ a: z.int() });

test('a good answer is checked and given', async () => {
  answer = (_, response) => response.end('{"a":1,"b":2}');
  expect(await callApi(Schema, '/x')).toEqual({ a: 1 });
});

test.each([
  ['an answer of another shape', 200, '{"a":"x"}', 'BAD_ANSWER'],
  ['no JSON', 200, '<html>', 'BAD_ANSWER'],
  ['a failure that is not ours', 502, '<html>', 'BAD_ANSWER'],
  [
    'a failure of ours',
    422,
    '{"statusCode":422,"success":false,"message":"m: n","stack":{},"code":"MISSING_INPUT","nodeId":"x_0"}',
    'MISSING_INPUT',
  ],
])('%s', async (_, status, body, code) => {
  answer = (__, response) => response.writeHead(status).end(body);
  const error = await callApi(Schema, '/x').catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code, status });
  if (code === 'MISSING_INPUT') expect(error).toMatchObject({ message: 'm: n', nodeId: 'x_0' });
});

test('no server: says so', async () => {
  answer = (request) => request.socket.destroy();
  await expect(callApi(Schema, '/x')).rejects.toMatchObject({ code: 'NETWORK', message: /does not answer/ });
});
