import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUERY_LIMIT } from '../../shared/api/vector.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

const LIMIT_BYTES = 512 * 1024;

let folder: ReturnType<typeof makeTemporaryFolder>;
let server: ServerProcess;
let api: ApiClient;
let fake: FakeOpenAI;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  writeFileSync(join(folder.path, 'settings.json'), JSON.stringify({ jsonLimitBytes: LIMIT_BYTES }));
  server = await startServerProcess({ dataDir: folder.path });
  api = createApiClient(server.url);
  fake = await startFakeOpenAI({ dimensions: 8 });
});

afterAll(async () => {
  await server.kill();
  await fake.close();
  folder.remove();
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('JSON far over the limit is answered with 413 and the limit, however much of it comes', async () => {
  const call = request(`${server.url}/api/v1/chatflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 64 * LIMIT_BYTES },
  });
  const answered = once(call, 'response');
  // As scripts do that first send all they have.
  const piece = Buffer.alloc(LIMIT_BYTES, ' ');
  for (let sent = 0; sent < 64; sent += 1) if (!call.write(piece)) await once(call, 'drain');
  call.end();
  const [response] = await answered;
  let body = '';
  for await (const text of response.setEncoding('utf8')) body += text;
  expect(response.statusCode).toBe(413);
  expect(JSON.parse(body)).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: expect.stringContaining('over 512 kB'),
  });
});

describe('what is nested 20,000 deep is refused with 400', () => {
  const deep = nested(20_000);
  const json = (path: string, body: string) =>
    api.call('POST', path, { body, headers: { 'content-type': 'application/json' } });

  test('as the body of a call', async () => {
    expect(await json('/chatflows', `{"name": "Deep", "analytic": ${deep}}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_JSON', message: expect.stringContaining('200 levels') },
    });
  });

  test('as the text of a flow', async () => {
    const flowData = `{"nodes": [], "edges": [], "deep": ${deep}}`;
    expect(await api.json('POST', '/chatflows', { name: 'Deep', flowData })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_FLOW_DATA' },
    });
  });

  test('as a field of a form', async () => {
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    const files = [{ name: 'a.txt', content: 'Words.' }];
    expect(await api.upload(id, files, { overrideConfig: `{"metadata": ${deep}}` })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_JSON' },
    });
  });

  test('as the text of a setting, in a form and in JSON', async () => {
    const { id } = await api.createFlow(
      makeFlow({ basepath: fake.basepath }),
      makeApiConfig({ 'Text File': ['files', 'metadata'] }),
    );
    const files = [{ name: 'a.txt', content: 'Words.' }];
    const refused = { status: 400, body: { code: 'INVALID_OVERRIDE' } };
    expect(await api.upload(id, files, { metadata: `{"a": ${deep}}` })).toMatchObject(refused);
    const overrideConfig = { metadata: `{"a": ${deep}}` };
    expect(await api.json('POST', `/vector/upsert/${id}`, { overrideConfig })).toMatchObject(refused);
  });

  test('while brackets in a text are no nesting, nor is what is 200 deep', async () => {
    const description = '["[{\\'.repeat(300);
    expect(await api.json('POST', '/chatflows', { name: 'Flat', flowData: '{}', description })).toMatchObject({
      status: 200,
    });
    expect(await json('/chatflows', `{"name": "Deep", "flowData": "{}", "unknown": ${nested(199)}}`)).toMatchObject({
      status: 200,
    });
  });
});

test('of a very long question the beginning is looked for, and the answer says so', async () => {
  const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
  await api.upsert(id, [{ name: 'a.txt', content: 'Words.' }]);
  const query = `words ${'and more words '.repeat(6000)}`;
  const answer = await api.query(id, { query });
  expect(answer).toMatchObject({ queryTruncated: true, docs: [{ pageContent: 'Words.' }] });
  expect(fake.lastCall?.texts).toEqual([query.slice(0, QUERY_LIMIT)]);
  expect(await api.query(id, { query: 'words' })).not.toHaveProperty('queryTruncated');
});

test('the link of a repository that is very long is refused in no time, and so is what looks like a statement', async () => {
  const startMs = performance.now();
  const link = await api.json('POST', '/nodes/test-connection', {
    name: 'github',
    config: { repoLink: 'a'.repeat(400_000) },
  });
  const query = '--\n'.repeat(100_000);
  const sql = await api.json('POST', '/nodes/test-connection', { name: 'sqlDatabase', config: { query } });
  expect([link.body, sql.body]).toMatchObject([{ ok: false }, { ok: false }]);
  // Quadratic, it would take minutes.
  expect(performance.now() - startMs).toBeLessThan(5000);
});
