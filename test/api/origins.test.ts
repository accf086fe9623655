import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_TOKEN_HEADER } from '../../shared/data-folder.ts';
import { PAGE_ORIGIN } from '../../shared/ipc/page-origin.ts';
import { type RawAnswer, sendRaw } from '../helpers/contracts/contract-request.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

const LISTED = 'https://notes.example';
const FOREIGN = 'https://evil.example';
const FORM = 'multipart/form-data; boundary=x';
const BODY = '--x\r\nContent-Disposition: form-data; name="question"\r\n\r\nWhy?\r\n--x--\r\n';

let server: TestServer;

beforeAll(async () => {
  server = await startServerWith({ allowedOrigins: [LISTED] });
});
afterAll(() => server.close());

function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<RawAnswer> {
  return sendRaw(server.url, { method, path: `/api/v1${path}`, headers, ...(body === undefined ? {} : { body }) });
}

const preflight = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'content-type,authorization',
};

describe('a preflight', () => {
  test('of a listed origin is answered, so that its page can send JSON and a key', async () => {
    const answer = await send('OPTIONS', '/chatflows/1', {
      ...preflight,
      origin: LISTED,
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'content-type,authorization',
      vary: 'Origin',
    });
  });

  test('of any other origin gets no CORS header', async () => {
    const answer = await send('OPTIONS', '/chatflows/1', { ...preflight, origin: FOREIGN });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('opens nothing that a key guards', async () => {
    const answer = await send('POST', '/nothing', { origin: LISTED, 'access-control-request-method': 'POST' });
    expect(answer.status).toBe(404);
  });
});

describe('a call that says that it comes from another site', () => {
  test.each([
    ['a form', FORM, BODY],
    ['an urlencoded one', 'application/x-www-form-urlencoded', 'question=Why'],
  ])('%s without an origin is refused', async (_name, type, body) => {
    const answer = await send('POST', '/chatflows', { 'content-type': type, 'sec-fetch-site': 'cross-site' }, body);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'FOREIGN_ORIGIN' });
  });

  test('gets in when its origin is listed', async () => {
    const headers = { origin: LISTED, 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' };
    const answer = await send('POST', '/chatflows', headers, '{"name":"From a listed page","flowData":"{}"}');
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(LISTED);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test('may be a link to the page', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      httpRequest(`${server.url}/`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(status).not.toBe(403);
  });
});

describe("a call of the window's page", () => {
  const headers = { origin: PAGE_ORIGIN, 'sec-fetch-site': 'cross-site' };

  test('has its preflight answered', async () => {
    const answer = await send('OPTIONS', '/chatflows/1', { ...preflight, ...headers });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE_ORIGIN);
  });

  test('gets in with the secret of the data folder, which the window adds, and not without', async () => {
    const token = localTokenOf(server.dataDir);
    const answer = await send('GET', '/chatflows', { ...headers, [LOCAL_TOKEN_HEADER]: token });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE_ORIGIN);
    const refused = await send('GET', '/chatflows', headers);
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'FOREIGN_ORIGIN' });
  });

  test.each(['app://tributary.example', 'app://other', 'app://tributary:1'])('of %s is refused', async (origin) => {
    const token = localTokenOf(server.dataDir);
    const answer = await send('GET', '/chatflows', { ...headers, origin, [LOCAL_TOKEN_HEADER]: token });
    expect(answer.status).toBe(403);
  });
});

describe('a picture in a page', () => {
  const image = (referer: string, site = 'cross-site') =>
    send('GET', '/node-icon/hnsw', {
      'sec-fetch-dest': 'image',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-site': site,
      referer,
    });

  test('of a listed origin, which only its Referer says, is shown there', async () => {
    const answer = await image(`${LISTED}/shop.html`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.text).toMatch(/^<svg xmlns.*<path.*<\/svg>$/);
  });

  test('of any other page is refused, on another port of this machine, too', async () => {
    expect((await image(`${FOREIGN}/`)).status).toBe(403);
    expect((await image('http://127.0.0.1:1/', 'same-site')).status).toBe(403);
    expect((await image('', 'cross-site')).status).toBe(403);
    const own = await image(`${server.url}/`, 'same-origin');
    expect(own.status).toBe(200);
    expect(own.headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
