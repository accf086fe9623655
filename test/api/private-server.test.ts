import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readConfig } from '../../electron/server/config.ts';
import { type RunningServer, startServer } from '../../electron/server/serve.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

const folder = makeTemporaryFolder();
let server: RunningServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(() => folder.remove());

async function start(settings: object, args: string[] = []): Promise<ApiClient> {
  writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
  const config = readConfig(['--headless', '--port', '0', '--data-dir', folder.path, ...args], {});
  server = await startServer({ ...config, logLevel: 'error' });
  return createApiClient(server.url);
}

test('without a key it does not start, since nobody could make one', async () => {
  await expect(start({ requireApiKey: true })).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message: expect.stringContaining('/api/v1/apikey'),
  });
});

test('every call but /ping needs a key', async () => {
  const { apiKey } = await newKey(await start({}));
  await server?.close();
  const api = await start({ requireApiKey: true });
  expect(await api.get('/ping')).toMatchObject({ status: 200, body: 'pong' });
  const calls = [
    ['GET', '/chatflows'],
    ['GET', '/nodes'],
    ['GET', '/openapi.json'],
    ['GET', '/apikey'],
    ['POST', '/apikey'],
    ['GET', `/chatflows/apikey/${apiKey}`],
    ['GET', '/credentials'],
    ['GET', '/runs'],
    ['POST', `/vector/upsert/${NOBODY}`],
    ['GET', '/%63hatflows'],
  ] as const;
  for (const [method, path] of calls) {
    for (const headers of [{}, bearer('x'.repeat(43))]) {
      expect(await api.call(method, path, { headers }), `${method} ${path}`).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    }
  }
  expect((await api.call('GET', '/chatflows', { headers: bearer(apiKey) })).status).toBe(200);
  expect((await api.call('POST', `/vector/upsert/${NOBODY}`, { headers: bearer(apiKey) })).status).toBe(404);
});

test('may be reached from other machines, by the names in the settings', async () => {
  const client = await start({ requireApiKey: true, allowedHosts: ['archive.example'] }, ['--host', '0.0.0.0']);
  expect(server?.url).toContain('0.0.0.0');
  const { port } = new URL(server?.url ?? '');
  expect(client).toBeDefined();
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/api/v1/ping', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
  expect(await status('archive.example')).toBe(200);
  expect(await status('evil.example')).toBe(403);
});
