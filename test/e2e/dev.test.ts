import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const READY = /^Tributary is ready: (http:\/\/127\.0\.0\.1:\d+)$/;
/** A restart has to read all sources again, beside whatever else the machine does. */
const RESTART = { timeout: 60_000 };

let folder: ReturnType<typeof makeTemporaryFolder>;
let stop: (() => Promise<unknown>) | undefined;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(async () => {
  await stop?.();
  stop = undefined;
  folder.remove();
});

/** Runs what `npm run dev` runs, on a free port and with a data folder of its own, until it is ready. */
async function startDev() {
  const dataDir = join(folder.path, 'data');
  const child = spawn(process.execPath, ['build/dev.mjs', '--port', '0', '--data-dir', dataDir], {
    cwd: projectFolder,
    env: { ...process.env, npm_lifecycle_event: 'dev' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let notices = '';
  child.stderr.on('data', (chunk) => {
    notices += String(chunk);
  });
  const exited = once(child, 'exit');
  stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error(`It ended before it was ready:\n${notices}`))),
  ]);
  const holderFile = join(dataDir, 'server.json');
  return {
    url: READY.exec(String(line))?.[1] ?? `no address in: ${line}`,
    child,
    exited,
    holderFile,
    serverPid: () => z.object({ pid: z.number() }).parse(JSON.parse(readFileSync(holderFile, 'utf8'))).pid,
  };
}

function createFlow(url: string, origin: string): Promise<Response> {
  return fetch(`${url}/api/v1/chatflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Made by the page', flowData: '{"nodes":[],"edges":[]}' }),
  });
}

describe('npm run dev', () => {
  test('serves the page from its sources, and the API to that page only; starts the server anew when a source changes', async () => {
    const { url, exited, holderFile, serverPid } = await startDev();
    const page = await fetch(`${url}/`);
    expect(await page.text()).toContain('src="/@vite/client"');
    const source = await fetch(`${url}/api/client.ts`);
    expect(await source.text()).toContain('export function messageOf(error)');
    const answer = await fetch(`${url}/api/v1/ping`);
    expect(await answer.text()).toBe('pong');
    const docs = await fetch(`${url}/api-docs`, { redirect: 'manual' });
    expect(docs.status).toBe(302);
    expect(docs.headers.get('location')).toBe('/#/api');
    const made = await createFlow(url, url);
    expect(made.status).toBe(200);
    const refused = await createFlow(url, 'https://elsewhere.example');
    expect(refused.status).toBe(403);

    const before = serverPid();
    // The file keeps its content and its times: nothing that was built becomes stale.
    const changed = join(projectFolder, 'electron/server/cli.ts');
    const { atime, mtime } = statSync(changed);
    utimesSync(changed, atime, mtime);
    await vi.waitFor(() => expect(serverPid()).not.toBe(before), RESTART);
    // The page stays at its address.
    await vi.waitFor(async () => expect((await fetch(`${url}/api/v1/ping`)).status).toBe(200), RESTART);
    await stop?.();
    expect(await exited).toEqual([0, null]);
    expect(existsSync(holderFile)).toBe(false);
  });

  test('takes the server along when it is killed', async () => {
    const { child, holderFile, serverPid } = await startDev();
    const pid = serverPid();
    child.kill('SIGKILL');
    await vi.waitFor(() => {
      expect(existsSync(holderFile)).toBe(false);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }, RESTART);
  });
});
