import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { makeLargeFlow } from '../../helpers/builders/large-flow.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { chromiumArgs, testBrowser } from '../../helpers/pages/browser.ts';
import { type PageTrace, quantile, tracePage } from '../../helpers/pages/page-trace.ts';
import { type ApiClient, createApiClient } from '../../helpers/servers/api-client.ts';
import { startServerProcess } from '../../helpers/servers/server-process.ts';
import { type CanvasAction, canvasActions } from './canvas-actions.ts';

/** Groups of 5 nodes: 500 nodes and 800 edges beside 5 nodes and 4 edges. */
const SIZES = { large: 100, small: 1 } as const;

/** What the issue promises: script per frame, and from an edit to the frame that shows it (the page measures that in steps of 8 ms). */
const BOUNDS = { scriptMs: 8, inputToFrameMs: 50 } as const;

interface Result {
  readonly action: string;
  readonly kind: CanvasAction['kind'];
  readonly trace: PageTrace;
  readonly elements: number;
}

async function openFlow(browser: Browser, url: string, api: ApiClient, groups: number): Promise<Page> {
  const flow = await api.createFlow(makeLargeFlow(groups));
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  ).newPage();
  await page.goto(`${url}/#/flows/${flow.id}`);
  await page.locator('.react-flow').waitFor();
  await page.getByText(/^Saved/).waitFor();
  return page;
}

async function measure(browser: Browser, page: Page): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, kind, prepare, act } of canvasActions) {
    await prepare(page);
    const trace = await tracePage(browser, page, () => act(page));
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    results.push({ action: name, kind, trace, elements });
  }
  return results;
}

/** The figure that is promised, and its bound. */
function figureOf({ kind, trace }: Result): { readonly value: number; readonly bound: number } {
  if (kind === 'edit') return { value: trace.inputToFrameMs, bound: BOUNDS.inputToFrameMs };
  return { value: quantile(trace.scriptOfMoves, 0.5), bound: BOUNDS.scriptMs };
}

const HEADS = {
  moves: ['script', 'p95', '5 nodes', 'ratio', 'all work', 'frames/s', 'longest', 'elements', ''],
  edit: ['seen after', 'script', '5 nodes', 'ratio', 'longest', 'elements', ''],
} as const;

function cellsOf(result: Result, small: Result): readonly (string | number)[] {
  const { kind, trace, elements } = result;
  const { value, bound } = figureOf(result);
  const verdict = value <= bound ? 'holds' : `OVER ${bound}`;
  const common = [trace.longestTaskMs.toFixed(0), elements, verdict];
  if (kind === 'edit') {
    const ratio = trace.scriptMs / small.trace.scriptMs;
    return [value.toFixed(0), trace.scriptMs.toFixed(0), small.trace.scriptMs.toFixed(0), ratio.toFixed(1), ...common];
  }
  const ofSmall = figureOf(small).value;
  const p95 = quantile(trace.scriptOfMoves, 0.95);
  const work = quantile(trace.workOfMoves, 0.5);
  const times = [value, p95, ofSmall, value / ofSmall, work].map((time) => time.toFixed(1));
  return [...times, trace.framesPerSecond.toFixed(0), ...common];
}

function print(large: readonly Result[], small: readonly Result[]): void {
  const line = (name: string, cells: readonly (string | number)[]) =>
    process.stdout.write(`${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`);
  for (const kind of ['moves', 'edit'] as const) {
    line(kind === 'moves' ? '\nms a frame, median' : '\nms', HEADS[kind]);
    for (const [at, result] of large.entries()) {
      if (result.kind === kind) line(result.action, cellsOf(result, small[at] ?? result));
    }
  }
}

async function main(): Promise<void> {
  const found = testBrowser();
  if ('skipReason' in found) throw new Error(found.skipReason);
  const folder = makeTemporaryFolder();
  const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
  const browser = await chromium.launch({ executablePath: found.path, args: chromiumArgs() });
  try {
    const api = createApiClient(server.url);
    const [large, small] = [
      await measure(browser, await openFlow(browser, server.url, api, SIZES.large)),
      await measure(browser, await openFlow(browser, server.url, api, SIZES.small)),
    ];
    print(large, small);
    writeFileSync(join(process.cwd(), 'bench-ui-results.json'), JSON.stringify({ large, small }, null, 2));
    if (large.some((result) => figureOf(result).value > figureOf(result).bound)) process.exitCode = 1;
  } finally {
    await browser.close();
    await server.stop();
    folder.remove();
  }
}

await main();
