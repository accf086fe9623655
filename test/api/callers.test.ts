import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorBodySchema } from '../../shared/api/common.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  api = createApiClient(server.url);
});

afterAll(() => server.close());

interface RawAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** A request whose headers are as given: fetch would not let us lie about the host. */
function raw(method: string, path: string, headers: Record<string, string>, body = ''): Promise<RawAnswer> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      text(response).then((content) => resolve({ status, body: content, headers: answered }), reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}

const flowCount = async () => (await api.get('/chatflows')).body as unknown[];

describe('who may call', () => {
  test('our own names with our port get in', async () => {
    const { port } = new URL(server.url);
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(await raw('GET', '/api/v1/ping', { host: `${name}:${port}` })).toMatchObject({
        status: 200,
        body: 'pong',
      });
    }
  });

  test.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    '127.0.0.1:1',
    'localhost@evil.example',
    'a b',
  ])('Host %j is 403', async (host) => {
    const answer = await raw('GET', '/api/v1/chatflows', { host });
    expect(answer.status).toBe(403);
    expect(ErrorBodySchema.parse(JSON.parse(answer.body)).code).toBe('FOREIGN_HOST');
  });

  test.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'https://127.0.0.1'])(
    'Origin %j is 403, and nothing is done',
    async (origin) => {
      const { host } = new URL(server.url);
      const before = await flowCount();
      const body = JSON.stringify({ name: 'From a foreign page', flowData: '{}' });
      const answer = await raw('POST', '/api/v1/chatflows', { host, origin, 'content-type': 'application/json' }, body);
      expect(answer.status).toBe(403);
      expect(ErrorBodySchema.parse(JSON.parse(answer.body)).code).toBe('FOREIGN_ORIGIN');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(await flowCount()).toEqual(before);
    },
  );

  test('the app itself gets in, and its page can run no foreign script', async () => {
    const { host, origin } = new URL(server.url);
    const answer = await raw('GET', '/api/v1/chatflows', { host, origin });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a form post from a page without an origin header is refused for its content type', async () => {
    const { host } = new URL(server.url);
    const answer = await raw(
      'POST',
      '/api/v1/chatflows',
      { host, 'content-type': 'text/plain' },
      '{"name":"x","flowData":"{}"}',
    );
    expect(ErrorBodySchema.parse(JSON.parse(answer.body))).toMatchObject({
      statusCode: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
  });
});

test('a path in another case is the same path; ids keep theirs', async () => {
  const { host } = new URL(server.url);
  const { body } = await raw('GET', '/API/v1/Chatflows/NoBody', { host });
  expect(JSON.parse(body)).toMatchObject({ code: 'CHATFLOW_NOT_FOUND', message: expect.stringContaining('NoBody') });
  const foreign = await raw('GET', '/API/V1/chatflows', {
    host,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
  });
  expect(JSON.parse(foreign.body)).toMatchObject({ code: 'FOREIGN_ORIGIN' });
});

describe('the one shape of every error', () => {
  const cases: [name: string, method: string, path: string, status: number, code: string, body?: string][] = [
    ['unknown route', 'GET', '/api/v1/nothing', 404, 'ROUTE_NOT_FOUND'],
    ['unknown page', 'GET', '/nothing.html', 404, 'ROUTE_NOT_FOUND'],
    ['wrong method', 'PATCH', '/api/v1/chatflows', 405, 'METHOD_NOT_ALLOWED'],
    ['wrong method on a row', 'POST', '/api/v1/chatflows/1', 405, 'METHOD_NOT_ALLOWED'],
    ['unknown chatflow', 'GET', '/api/v1/chatflows/nobody', 404, 'CHATFLOW_NOT_FOUND'],
    ['unknown run', 'GET', '/api/v1/runs/nobody', 404, 'RUN_NOT_FOUND'],
    ['unknown run to cancel', 'POST', '/api/v1/runs/nobody/cancel', 404, 'RUN_NOT_FOUND', '{}'],
    ['unknown run to watch', 'GET', '/api/v1/runs/nobody/events', 404, 'RUN_NOT_FOUND'],
    ['a way out of the folder', 'GET', '/api/v1/samples/..%2F..%2Fpackage.json', 404, 'NOT_FOUND'],
    ['malformed JSON', 'POST', '/api/v1/chatflows', 400, 'INVALID_JSON', '{"name":'],
    [
      'a key for the prototype',
      'POST',
      '/api/v1/chatflows',
      400,
      'INVALID_JSON',
      '{"name":"a","flowData":"{}","__proto__":{"x":1}}',
    ],
    ['missing name', 'POST', '/api/v1/chatflows', 400, 'INVALID_INPUT', '{"flowData":"{}"}'],
    ['an array for an object', 'POST', '/api/v1/chatflows', 400, 'INVALID_INPUT', '[]'],
    [
      'flowData that is no flow',
      'POST',
      '/api/v1/chatflows',
      400,
      'INVALID_FLOW_DATA',
      '{"name":"a","flowData":"{\\"nodes\\":3}"}',
    ],
    ['page 0', 'GET', '/api/v1/chatflows?page=0&limit=10', 412, 'NEGATIVE_PAGING'],
    ['page that is no number', 'GET', '/api/v1/chatflows?page=x&limit=10', 400, 'INVALID_INPUT'],
  ];

  test.each(cases)('%s', async (_name, method, path, status, code, body) => {
    const { host } = new URL(server.url);
    const headers = { host, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await raw(method, path, headers, body);
    expect(answer.status).toBe(status);
    const error = ErrorBodySchema.parse(JSON.parse(answer.body));
    expect(error).toMatchObject({ statusCode: status, code, stack: {} });
    expect(error.message).not.toMatch(/node_modules|\/tmp|SQLITE/);
  });

  test.each([
    ['{"name":', /^The body is not JSON: check its quotes and commas\.$/],
    ['{"name":"a",\n"flowData" "{}"}', /^The body is not JSON \(line 2, column 12\): check its quotes and commas\.$/],
    ['{"name":"a","__proto__":{"x":1}}', /^The body has a key "__proto__".* leave it out\.$/],
  ])('why a body is not taken is said: %s', async (body, message) => {
    const { host } = new URL(server.url);
    const answer = await raw('POST', '/api/v1/chatflows', { host, 'content-type': 'application/json' }, body);
    expect(ErrorBodySchema.parse(JSON.parse(answer.body)).message).toMatch(message);
  });

  test('a body over the limit is 413 while it streams in', async () => {
    const body = `{"name":"${'x'.repeat(51 * 1024 * 1024)}"}`;
    const answer = await fetch(`${server.url}/api/v1/chatflows`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(ErrorBodySchema.parse(await answer.json())).toMatchObject({ statusCode: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  test.each([
    ['no Host', [], 403, 'FOREIGN_HOST'],
    ['an Expect that nobody knows', ['Expect: a-miracle'], 417, 'EXPECTATION_FAILED'],
    ['a header without a name', [': x'], 400, 'INVALID_INPUT'],
  ])('%s', async (what, lines, status, code) => {
    const { hostname, port, host } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const named = what === 'no Host' ? lines : [`Host: ${host}`, ...lines];
    socket.write(['GET /api/v1/ping HTTP/1.1', 'Connection: close', ...named, '', ''].join('\r\n'));
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
    expect(ErrorBodySchema.parse(JSON.parse(body))).toMatchObject({ statusCode: status, code });
  });

  test('a malformed multipart body is 400', async () => {
    const { host } = new URL(server.url);
    const [flow] = await flowCount();
    const id = (flow as { id: string }).id;
    const headers = { host, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await raw(
      'POST',
      `/api/v1/vector/upsert/${id}`,
      headers,
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nno end',
    );
    expect(ErrorBodySchema.parse(JSON.parse(answer.body))).toMatchObject({
      statusCode: 400,
      code: 'INVALID_MULTIPART',
    });
  });
});

describe('chatflows', () => {
  test('a new data folder has one ready flow', async () => {
    expect(await flowCount()).toMatchObject([{ name: 'My documents', type: 'CHATFLOW' }]);
  });

  test('create, read, change, list newest first, delete', async () => {
    const created = (
      await api.json('POST', '/chatflows', { id: 'mine', name: 'One', flowData: '{"nodes":[],"edges":[],"extra":1}' })
    ).body as { id: string; createdDate: string };
    expect(created).toMatchObject({
      name: 'One',
      type: 'CHATFLOW',
      apikeyid: null,
      flowData: '{"nodes":[],"edges":[],"extra":1}',
    });
    expect(created.id).not.toBe('mine');
    const two = (await api.json('POST', '/chatflows', { name: 'Two', flowData: '{}' })).body as { id: string };
    const changed = await api.json('PUT', `/chatflows/${created.id}`, { name: 'One again', id: 'x', createdDate: 'x' });
    expect(changed.body).toMatchObject({
      id: created.id,
      name: 'One again',
      createdDate: created.createdDate,
      flowData: '{"nodes":[],"edges":[],"extra":1}',
    });
    expect(await flowCount()).toMatchObject([{ name: 'One again' }, { name: 'Two' }, { name: 'My documents' }]);
    expect((await api.get('/chatflows?page=2&limit=1')).body).toMatchObject({ total: 3, data: [{ name: 'Two' }] });
    expect((await api.call('DELETE', `/chatflows/${two.id}`)).body).toEqual({ raw: [], affected: 1 });
    expect((await api.call('DELETE', `/chatflows/${two.id}`)).status).toBe(404);
    expect((await api.get(`/chatflows/${created.id}`)).status).toBe(200);
  });

  test('nodes are listed with their inputs', async () => {
    const nodes = (await api.get('/nodes')).body as { name: string }[];
    expect(nodes.map((node) => node.name)).toEqual(
      expect.arrayContaining([
        'fileLoader',
        'textFile',
        'pdfFile',
        'docxFile',
        'csvFile',
        'recursiveCharacterTextSplitter',
        'transformersEmbeddings',
        'openAIEmbeddings',
        'hnsw',
        'SQLiteRecordManager',
      ]),
    );
  });
});
