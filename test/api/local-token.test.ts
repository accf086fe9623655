import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startServerWith } from '../helpers/contracts/contract-server.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';
import { runCli } from '../helpers/servers/run-cli.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';
import type { TestServer } from '../helpers/servers/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServerWith({ requireLocalToken: true });
});
afterAll(() => server.close());

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  createApiClient(server.url).call(method, path, { headers });
const token = () => ({ 'x-tributary-token': localTokenOf(server.dataDir) });

/** Uses a link as the page does. @returns the cookie, without its attributes */
async function redeem(link: string, url = server.url) {
  const code = new URL(link).searchParams.get('code');
  const response = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    body: JSON.stringify({ code }),
    headers: { 'content-type': 'application/json' },
  });
  const set = response.headers.get('set-cookie') ?? '';
  return { status: response.status, set, cookie: set.split(';')[0] ?? '' };
}

describe('requireLocalToken', () => {
  test('refuses callers without the secret of the data folder, whatever they ask', async () => {
    const wrong = { 'x-tributary-token': 'x'.repeat(43) };
    for (const path of ['/chatflows', '/nodes', '/%63hatflows', '/openapi.json']) {
      for (const headers of [{}, wrong]) {
        expect(await call('GET', path, headers), path).toMatchObject({ status: 401 });
      }
    }
    expect(await call('POST', '/nodes/preview')).toMatchObject({ status: 401, body: { code: 'LOCAL_TOKEN_REQUIRED' } });
    expect(await call('POST', '/session/codes')).toMatchObject({ status: 401 });
    expect((await call('GET', '/ping')).status).toBe(200);
  });

  test('lets in whoever sends the secret, which only the owner of the folder can read', async () => {
    expect((await call('GET', '/chatflows', token())).status).toBe(200);
    if (process.platform !== 'win32') expect(statSync(join(server.dataDir, 'local.token')).mode & 0o777).toBe(0o600);
  });

  test('a link lets one browser in, once, by a cookie that no script and no other site gets', async () => {
    const link = server.makeLink();
    const { status, set, cookie } = await redeem(link);
    expect(status).toBe(200);
    expect(set).toMatch(/^tributary-session-\d+=\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    expect((await call('GET', '/chatflows', { cookie })).status).toBe(200);
    expect((await redeem(link)).status).toBe(401);
    expect((await call('GET', '/chatflows', { cookie: `${cookie.slice(0, -2)}xx` })).status).toBe(401);
  });

  test("a page of another port does not use the browser's cookie", async () => {
    const { cookie } = await redeem(server.makeLink());
    expect((await call('GET', '/chatflows', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(401);
    expect((await call('GET', '/chatflows', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});

describe('with requireLocalToken in settings.json', () => {
  const folder = makeTemporaryFolder();
  afterAll(() => folder.remove());

  test('the server prints a link that works once, the command line gets in by itself, and tributary open makes another link', async () => {
    writeFileSync(join(folder.path, 'settings.json'), '{"requireLocalToken": true}');
    const own = await startServerProcess({ dataDir: folder.path });
    try {
      const link = /^This link opens the page, once: (\S+)$/m.exec(own.output)?.[1] ?? '';
      expect(link.startsWith(`${own.url}/?code=`)).toBe(true);
      const listed = await runCli(['flows', '--data-dir', folder.path]);
      expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('My documents') });
      const opened = await runCli(['open', '--no-open', '--data-dir', folder.path]);
      expect(opened.stdout.trim()).toMatch(/\/\?code=\S{43}$/);
      expect(opened.stdout.trim()).not.toBe(link);
    } finally {
      await own.stop();
    }
  });

  test.skipIf(process.platform !== 'linux')(
    'tributary open gives the browser a file that only its owner can read, until its link is used or the server stops',
    async () => {
      const own = await startServerProcess({ dataDir: folder.path });
      const bin = makeTemporaryFolder();
      const told = join(bin.path, 'told');
      writeFileSync(
        join(bin.path, 'xdg-open'),
        `#!/bin/sh\nprintf %s "$*" > '${told}.part'\nmv '${told}.part' '${told}'\n`,
      );
      chmodSync(join(bin.path, 'xdg-open'), 0o700);
      const env = { PATH: [bin.path, process.env.PATH].join(delimiter) };
      const links = () => join(folder.path, 'links');
      try {
        const link = (await runCli(['open', '--data-dir', folder.path], { env })).stdout.trim();
        await expect.poll(() => existsSync(told)).toBe(true);
        const file = readFileSync(told, 'utf8');
        expect(file).toMatch(/^\S+\.html$/);
        expect(file).not.toContain(new URL(link).searchParams.get('code'));
        expect(readFileSync(file, 'utf8')).toContain(`content="0;url=${link}"`);
        expect([statSync(links()).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
        expect((await redeem(link, own.url)).status).toBe(200);
        expect(readdirSync(links())).toEqual([]);
        await runCli(['open', '--data-dir', folder.path], { env });
        expect(readdirSync(links())).toHaveLength(1);
      } finally {
        await own.stop();
        bin.remove();
      }
      expect(existsSync(links())).toBe(false);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a data folder that others could read is closed to them at the start',
    async () => {
      const open = makeTemporaryFolder();
      for (const name of ['backups', 'logs']) mkdirSync(join(open.path, name));
      const files = ['settings.json', 'backups/old.db', 'logs/old.log'].map((name) => join(open.path, name));
      for (const file of files) writeFileSync(file, '{}', { mode: 0o644 });
      for (const name of ['', 'backups', 'logs']) chmodSync(join(open.path, name), 0o755);
      const own = await startServerProcess({ dataDir: open.path });
      const modeOf = (name: string) => statSync(join(open.path, name)).mode & 0o777;
      expect(['', 'backups', 'logs', 'tmp'].map(modeOf)).toEqual([0o700, 0o700, 0o700, 0o700]);
      expect(['settings.json', 'backups/old.db', 'logs/old.log', 'tributary.db', 'local.token'].map(modeOf)).toEqual(
        Array(5).fill(0o600),
      );
      await own.stop();
      open.remove();
    },
  );
});
