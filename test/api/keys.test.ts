import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiKeySchema } from '../../shared/api/apikeys.ts';
import { ChatflowListSchema } from '../../shared/api/chatflows.ts';
import { ErrorBodySchema } from '../../shared/api/common.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

const suite = setUpApiSuite();

async function newFlow(apikeyid?: string, name = 'Bound flow'): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath }));
  await suite.api.json('PUT', `/chatflows/${id}`, { name, ...(apikeyid === undefined ? {} : { apikeyid }) });
  return id;
}

/**
 * Whether the files of the database have this text. Another process reads them: once this one closed such a file, the server in it would have lost its
 * locks on it, and a helper of the server could cut the file off under it.
 */
function isInDatabase(text: string): boolean {
  const { dataDir } = suite.server;
  const names = readdirSync(dataDir).filter((name) => name.startsWith('tributary.db'));
  const script =
    'const [text, ...files] = process.argv.slice(1); console.log(files.some((file) => fs.readFileSync(file).includes(text)))';
  const args = ['-e', script, '--', text, ...names.map((name) => join(dataDir, name))];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim() === 'true';
}

describe('/apikey', () => {
  test('a key is 32 random bytes, shown once and stored nowhere', async () => {
    const created = await newKey(suite.api, 'Import');
    expect(created.apiKey).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(created.hint).toBe(created.apiKey.slice(-4));
    const list = await suite.api.get('/apikey');
    const { apiKey, ...row } = created;
    expect(z.array(ApiKeySchema).parse(list.body)).toContainEqual(row);
    expect(JSON.stringify(list.body)).not.toContain(apiKey);
    expect([isInDatabase('Import'), isInDatabase(apiKey)]).toEqual([true, false]);
  });

  test('is renamed, listed newest change first and in pages, and deleted', async () => {
    const { id } = await newKey(suite.api);
    await newKey(suite.api);
    expect(await suite.api.json('PUT', `/apikey/${id}`, { keyName: 'Renamed', id: NOBODY })).toMatchObject({
      status: 200,
      body: { id, keyName: 'Renamed' },
    });
    const page = z
      .object({ data: z.array(ApiKeySchema), total: z.int() })
      .parse((await suite.api.get('/apikey?page=1&limit=1')).body);
    expect(page.data.map((key) => key.id)).toEqual([id]);
    expect(page.total).toBeGreaterThan(1);
    expect((await suite.api.get('/apikey?page=0&limit=1')).status).toBe(412);
    expect(await suite.api.call('DELETE', `/apikey/${id}`)).toEqual({ status: 200, body: { raw: [], affected: 1 } });
    expect(await suite.api.call('DELETE', `/apikey/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'API_KEY_NOT_FOUND' },
    });
    expect(await suite.api.json('PUT', `/apikey/${id}`, { keyName: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'API_KEY_NOT_FOUND' },
    });
  });

  test.each([{}, { keyName: ' ' }, { keyName: 1 }])('%j is 400', async (body) => {
    expect(await suite.api.json('POST', '/apikey', body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });

  test('one that flows are bound to is not deleted, and the answer names them', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const flowId = await newFlow(id, 'Bound one');
    expect((await suite.api.get('/apikey')).body).toContainEqual(
      expect.objectContaining({ id, chatFlows: [{ id: flowId, name: 'Bound one' }] }),
    );
    const refused = await suite.api.call('DELETE', `/apikey/${id}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'API_KEY_IN_USE', message: expect.stringContaining('Bound one') },
    });
    await suite.api.json('PUT', `/chatflows/${flowId}`, { apikeyid: null }, bearer(apiKey));
    expect((await suite.api.call('DELETE', `/apikey/${id}`)).status).toBe(200);
  });

  test('a use stamps lastUsedAt', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const before = new Date().toISOString();
    expect((await suite.api.get(`/chatflows/apikey/${apiKey}`)).status).toBe(200);
    await nextTurn();
    const key = z
      .array(ApiKeySchema)
      .parse((await suite.api.get('/apikey')).body)
      .find((row) => row.id === id);
    expect(key?.lastUsedAt && key.lastUsedAt >= before).toBe(true);
  });
});

describe('a chatflow that is bound to a key', () => {
  const files = [{ name: 'a.txt', content: 'Tomatoes want sun.' }];

  test('takes upserts with exactly that key', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const flowId = await newFlow(id);
    expect(await suite.api.upload(flowId, files, {}, bearer(apiKey))).toMatchObject({
      status: 200,
      body: { numAdded: 1 },
    });
  });

  test.each([
    ['no header', () => ({})],
    ['another key of ours', (other: string) => bearer(other)],
    ['a key with a letter more', (_: string, own: string) => bearer(`${own}x`)],
    ['a key with a letter less', (_: string, own: string) => bearer(own.slice(0, -1))],
    ['the key without Bearer', (_: string, own: string) => ({ authorization: own })],
    ['another scheme', (_: string, own: string) => ({ authorization: `Basic ${own}` })],
    ['the hash in place of the key', () => bearer('0'.repeat(64))],
    ['an empty key', () => ({ authorization: 'Bearer ' })],
  ])('%s is 401', async (_name, headersOf) => {
    const { id, apiKey } = await newKey(suite.api);
    const other = await newKey(suite.api);
    const flowId = await newFlow(id);
    const answer = await suite.api.upload(flowId, files, {}, headersOf(other.apiKey, apiKey));
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(ErrorBodySchema.parse(answer.body)).toEqual(answer.body);
    expect(JSON.stringify(answer.body)).not.toContain(apiKey);
    expect((await suite.api.get(`/runs?chatflowId=${flowId}`)).body).toEqual([]);
  });

  test('a flow can not be bound to a key that does not exist', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath });
    const body = { name: 'Shut', flowData: JSON.stringify(flow), apikeyid: NOBODY };
    const refused = { status: 400, body: { code: 'INVALID_INPUT', details: { path: 'apikeyid' } } };
    expect(await suite.api.json('POST', '/chatflows', body)).toMatchObject(refused);
    const flowId = await newFlow();
    expect(await suite.api.json('PUT', `/chatflows/${flowId}`, { apikeyid: NOBODY })).toMatchObject(refused);
    expect((await suite.api.get(`/chatflows/${flowId}`)).body).toMatchObject({ apikeyid: null });
  });

  test('is asked with exactly that key', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const flowId = await newFlow(id);
    await suite.api.upload(flowId, files, {}, bearer(apiKey));
    const ask = (headers: Record<string, string>) =>
      suite.api.json('POST', `/vector/query/${flowId}`, { query: 'What wants sun?' }, headers);
    expect(await ask({})).toMatchObject({ status: 401, body: { details: { chatflowId: flowId } } });
    expect(await ask(bearer((await newKey(suite.api)).apiKey))).toMatchObject({ status: 401 });
    expect(await ask(bearer(apiKey))).toMatchObject({ status: 200 });
  });

  test('is changed, unbound and deleted with that key only', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const flowId = await newFlow(id);
    const path = `/chatflows/${flowId}`;
    for (const headers of [{}, bearer((await newKey(suite.api)).apiKey)]) {
      expect(await suite.api.json('PUT', path, { name: 'Mine' }, headers)).toMatchObject({ status: 401 });
      expect(await suite.api.json('PUT', path, { apikeyid: null }, headers)).toMatchObject({ status: 401 });
      expect(await suite.api.call('DELETE', path, { headers })).toMatchObject({ status: 401 });
    }
    expect((await suite.api.get(path)).body).toMatchObject({ name: 'Bound flow', apikeyid: id });
    expect(await suite.api.json('PUT', path, { name: 'Mine' }, bearer(apiKey))).toMatchObject({ status: 200 });
    expect(await suite.api.call('DELETE', path, { headers: bearer(apiKey) })).toMatchObject({ status: 200 });
  });

  test('is unbound by the app itself when the key is lost', async () => {
    const { id } = await newKey(suite.api);
    const flowId = await newFlow(id);
    const app = { 'x-tributary-token': localTokenOf(suite.server.dataDir) };
    expect(await suite.api.upload(flowId, files, {}, app)).toMatchObject({ status: 401 });
    expect(await suite.api.json('PUT', `/chatflows/${flowId}`, { apikeyid: null }, app)).toMatchObject({
      status: 200,
    });
    expect(await suite.api.upload(flowId, files)).toMatchObject({ status: 200 });
  });

  test('a path written another way is the same route', async () => {
    const { id } = await newKey(suite.api);
    const flowId = await newFlow(id);
    expect((await suite.api.call('POST', `/vector/%75psert/${flowId}`)).status).toBe(401);
    expect(
      (
        await suite.api.call(
          'POST',
          `/vector/upsert/${encodeURIComponent(flowId).replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`)}`,
        )
      ).status,
    ).toBe(401);
  });

  test('is kept in step and refreshed with exactly that key, which also shows its folders', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const flowId = await newFlow(id);
    const shown = [`/sync/${flowId}`, `/sync/${flowId}/log`];
    for (const path of shown) {
      expect((await suite.api.call('GET', path, { headers: bearer(apiKey) })).status, path).toBe(200);
      const app = { 'x-tributary-token': localTokenOf(suite.server.dataDir) };
      expect((await suite.api.call('GET', path, { headers: app })).status, path).toBe(200);
    }
    for (const headers of [{}, bearer('wrong')]) {
      for (const path of shown) expect((await suite.api.call('GET', path, { headers })).status, path).toBe(401);
      expect((await suite.api.json('PUT', `/sync/${flowId}`, { mode: 'off' }, headers)).status).toBe(401);
      expect((await suite.api.json('POST', `/sync/${flowId}/run`, {}, headers)).status).toBe(401);
    }
    expect((await suite.api.json('PUT', `/sync/${flowId}`, { mode: 'off' }, bearer(apiKey))).status).toBe(200);
    expect(await suite.api.json('POST', `/sync/${flowId}/run`, {}, bearer(apiKey))).toMatchObject({
      status: 422,
      body: { code: 'MISSING_INPUT' },
    });
  });

  test('one that is bound to none needs no header', async () => {
    expect(await suite.api.upload(await newFlow(''), files)).toMatchObject({ status: 200 });
    expect(await suite.api.upload(await newFlow(), files)).toMatchObject({ status: 200 });
  });

  test.each(['application/json', 'multipart/form-data; boundary=x'])(
    'a wrong key is refused while the body (%s) is still held back',
    async (type) => {
      const { id } = await newKey(suite.api);
      const flowId = await newFlow(id);
      const uploads = () => readdirSync(join(suite.server.dataDir, 'tmp'));
      const before = uploads();
      const [request, answered] = startUpload(flowId, {
        ...bearer('wrong'),
        'content-type': type,
        'content-length': '1000000',
      });
      // Not a byte of the body is sent before the answer is here.
      const response = await answered;
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(uploads().filter((name) => !before.includes(name))).toEqual([]);
      request.destroy();
    },
  );
});

/** Sends the head of an upsert, and of its body nothing. */
function startUpload(flowId: string, headers: Record<string, string>): [ClientRequest, Promise<IncomingMessage>] {
  const request = httpRequest(`${suite.server.url}/api/v1/vector/upsert/${flowId}`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  request.flushHeaders();
  return [request, answered];
}

describe('/chatflows/apikey/{apikey}', () => {
  test('lists flows bound to the key and to none by name; with keyonly only the first', async () => {
    const { id, apiKey } = await newKey(suite.api);
    const other = await newKey(suite.api);
    const mine = await newFlow(id, 'B mine');
    const free = await newFlow(undefined, 'A free');
    const empty = await newFlow('', 'C empty');
    const foreign = await newFlow(other.id, 'D foreign');
    const all = ChatflowListSchema.parse((await suite.api.get(`/chatflows/apikey/${apiKey}`)).body);
    const names = all.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    const ids = all.map((flow) => flow.id);
    expect(ids.filter((flowId) => [mine, free, empty, foreign].includes(flowId))).toEqual([free, mine, empty]);
    for (const query of ['?keyonly', '?keyonly=true', '?keyonly=0']) {
      const bound = ChatflowListSchema.parse((await suite.api.get(`/chatflows/apikey/${apiKey}${query}`)).body);
      expect(bound.map((flow) => flow.id)).toEqual([mine]);
    }
  });

  test('an unknown key is 401', async () => {
    expect(await suite.api.get('/chatflows/apikey/nobody')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    });
  });
});
