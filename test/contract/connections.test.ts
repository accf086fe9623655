import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { expectError } from '../helpers/contracts/contract-answers.ts';
import { sendRaw } from '../helpers/contracts/contract-request.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

/** What happens on the wire below the routes. */

const LIMIT = 64 * 1024;
let server: TestServer;

beforeAll(async () => {
  server = await startServerWith({ jsonLimitBytes: LIMIT, fileLimitBytes: LIMIT, uploadLimitBytes: 2 * LIMIT });
});

afterAll(() => server.close());

/** Sends these bytes on one connection, and gives what comes back once the server or `isDone` ends it. */
function exchange(bytes: string | Buffer, isDone: (text: string) => boolean = () => false): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(20_000, () => socket.destroy(new Error(`No answer for 20 s, after: ${text}`)));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (isDone(text)) socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(text));
  });
}

test.each([
  ['nonsense', 'nonsense\r\n\r\n'],
  ['a method that is none', 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['two lengths', 'POST /api/v1/tools HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
  ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
])('%s is 400 in the one shape', async (_what, bytes) => {
  const [head = '', text = ''] = (await exchange(bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 400 Bad Request/);
  const answer = { status: 400, headers: { 'content-type': /content-type: (.*)/.exec(head)?.[1] ?? '' }, text };
  expect(expectError(answer, server.dataDir, 'raw').code).toBe('INVALID_INPUT');
});

test('a refused upload leaves its connection usable: the next call on it is answered', async () => {
  const { id } = await createApiClient(server.url).createFlow(makeFlow());
  const { host } = new URL(server.url);
  const part = `--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n${'x'.repeat(LIMIT - 1)}\r\n`;
  const body = `${part.repeat(40)}--b--\r\n`;
  const upload = `POST /api/v1/vector/upsert/${id} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const ping = `GET /api/v1/ping HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  const text = await exchange(upload + ping, (soFar) => soFar.endsWith('pong'));
  expect(text).toMatch(/^HTTP\/1.1 413 .*HTTP\/1.1 200 .*pong$/s);
});

test.each([
  ['one file', 'FILE_TOO_LARGE', [2 * LIMIT]],
  ['files together', 'PAYLOAD_TOO_LARGE', [LIMIT - 1, LIMIT - 1, LIMIT - 1]],
])('%s over the limit: the answer comes while the rest is still to be sent', async (_what, code, sizes) => {
  const { id } = await createApiClient(server.url).createFlow(makeFlow());
  const { host } = new URL(server.url);
  const parts = sizes.map(
    (size) => `--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n${'x'.repeat(size)}\r\n`,
  );
  const announced = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000000\r\n';
  const head = `POST /api/v1/vector/upsert/${id} HTTP/1.1\r\nhost: ${host}\r\n${announced}\r\n`;
  const text = await exchange(head + parts.join(''), (soFar) => soFar.endsWith('}'));
  expect(text).toMatch(/^HTTP\/1.1 413 /);
  expect(text).toContain(code);
});

test('an API path that is not there is 404 in the one shape, for every method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    for (const path of [
      '/api/v1/nothing',
      '/api/v1',
      '/api/v2/chatflows',
      '/API/V2/chatflows',
      '/api/v1/chatflows/a/b/c',
      '/api/v1//chatflows',
    ]) {
      const answer = await sendRaw(server.url, { method, path });
      expect(expectError(answer, server.dataDir, path).statusCode, `${method} ${path}`).toBe(404);
    }
  }
});
