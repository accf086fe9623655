// `npm run screenshots`: takes the README's pictures from the built app. `-- --all DIR` takes every state in light and dark and in two sizes; `--only light-1280` those with this in their names.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { isFinalStatus, RunSchema } from '../shared/api/runs.ts';
import { findChromium } from './lib/chromium.mjs';
import { emptyStates } from './screenshot/contents-states.ts';
import { states, takeReadmePicture } from './screenshot/states.ts';

interface BuiltServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the built server on a free port and waits until it accepts requests. Throws if it ends before. */
async function startBuiltServer(root: string, dataDir: string): Promise<BuiltServer> {
  const args = [join(root, 'dist', 'server', 'cli.js'), 'serve', '--headless', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Tributary is ready: (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      async stop() {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      },
    };
  }
  throw new Error('The built server ended before it was ready: run npm run build first.');
}

const root = resolve(import.meta.dirname, '..');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

/** The pictures of the README, by the names of their files. */
const README_PICTURES = {
  tributary: takeReadmePicture,
  contents: states.contents,
  store: states['store-difference'],
} as const;

async function takeReadme(browser: Browser, url: string): Promise<void> {
  const folder = join(root, 'docs', 'images');
  await mkdir(folder, { recursive: true });
  for (const [name, reach] of Object.entries(README_PICTURES)) {
    // A device pixel ratio of 2, so that the picture stays sharp when it is scaled down.
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
    await reach(page, url);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
}

/** Ends what a picture left running, so that the next one has all the machine's time. */
async function cancelRuns(page: Page, url: string): Promise<void> {
  const runs: unknown = await (await page.request.get(`${url}/api/v1/runs?limit=1`)).json();
  const { data } = z.array(RunSchema).safeParse(runs);
  for (const run of data ?? []) {
    if (!isFinalStatus(run.status)) await page.request.post(`${url}/api/v1/runs/${run.id}/cancel`);
  }
}

/** Leaves a new server without the flow that it begins with. */
async function deleteFlows(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  const flows = z
    .array(z.looseObject({ id: z.string() }))
    .parse(await (await page.request.get(`${url}/api/v1/chatflows`)).json());
  for (const { id } of flows) await page.request.delete(`${url}/api/v1/chatflows/${id}`);
  await page.close();
}

/** Takes a picture of each state; one that can't be reached is reported and left out. @returns how many were left out */
async function takeAll(
  browser: Browser,
  url: string,
  reachable: typeof emptyStates,
  folder: string,
  only: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let failed = 0;
  for (const colorScheme of SCHEMES) {
    for (const size of SIZES) {
      for (const [name, reach] of Object.entries(reachable)) {
        const picture = `${name}-${colorScheme}-${size.width}`;
        if (!picture.includes(only)) continue;
        const page = await browser.newPage({ viewport: size, colorScheme, reducedMotion: 'reduce' });
        try {
          await reach(page, url);
        } catch (error) {
          failed += 1;
          process.stderr.write(`${picture}: ${error instanceof Error ? error.message : String(error)}\n`);
        }
        await page.screenshot({ path: join(folder, `${picture}.png`) });
        await cancelRuns(page, url);
        await page.close();
      }
    }
  }
  return failed;
}

const { values } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string', default: '' } } });
const executablePath = findChromium(process.env);
if (executablePath === undefined)
  throw new Error('No Chromium was found: install one, or name it in TRIBUTARY_TEST_BROWSER.');
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

/** Runs with a server on a data folder of its own, which is deleted afterwards. */
async function withServer<T>(run: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-screenshots-'));
  const server = await startBuiltServer(root, dataDir);
  try {
    return await run(server.url);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  const { all, only } = values;
  if (all === undefined) await withServer((url) => takeReadme(browser, url));
  else {
    const empty = await withServer(async (url) => {
      await deleteFlows(browser, url);
      return takeAll(browser, url, emptyStates, resolve(all), only);
    });
    const filled = await withServer((url) => takeAll(browser, url, states, resolve(all), only));
    if (empty + filled > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
}
