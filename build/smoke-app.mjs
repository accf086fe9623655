// @ts-check
// `node build/smoke-app.mjs PROGRAM [options of the app]`: starts a packed app on an empty data folder, waits for its page, upserts a sample, asks a
// question, and quits. Says what failed, with the app's messages. On Linux it needs a display (xvfb-run).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchPacked } from './lib/packed-app.mjs';
import { root, say } from './lib/paths.mjs';

/** @param {boolean} isRight @param {string} wrong */
function must(isRight, wrong) {
  if (!isRight) throw new Error(wrong);
}

/** @param {string} url @param {RequestInit} [init] @returns {Promise<any>} the answer's JSON */
async function call(url, init) {
  const answer = await fetch(url, init);
  const text = await answer.text();
  must(answer.ok, `${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** @param {string} url the server's */
async function upsertAndAsk(url) {
  const api = `${url}/api/v1`;
  const [flow] = await call(`${api}/chatflows`);
  must(flow !== undefined, 'The new data folder has no flow.');
  const form = new FormData();
  form.append('files', new Blob([readFileSync(join(root, 'samples', 'garden-handbook.pdf'))]), 'garden-handbook.pdf');
  const result = await call(`${api}/vector/upsert/${flow.id}`, { method: 'POST', body: form });
  must(result.numAdded > 0, `The upsert added nothing: ${JSON.stringify(result)}`);
  const { docs } = await call(`${api}/vector/query/${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'Who looks after the bees?', topK: 1 }),
  });
  must(docs.length === 1, 'The question found nothing.');
}

const [program, ...options] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tributary-smoke-'));
try {
  if (program === undefined) throw new Error('Name the packed program: node build/smoke-app.mjs PROGRAM');
  const app = await launchPacked(program, ['--port', '0', '--data-dir', join(folder, 'data'), ...options]);
  try {
    await app.pageShown();
    await upsertAndAsk(app.url);
  } finally {
    const code = await app.quit();
    if (code !== 0) say(`The app ended with exit code ${code}.`);
    process.exitCode = code;
  }
  say('The app starts, shows its page, upserts, answers and quits.');
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
