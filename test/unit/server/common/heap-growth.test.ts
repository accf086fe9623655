import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { growthPercent } from '../../../../electron/server/common/heap-growth.ts';

const MB = 2 ** 20;

test('growth is limited while the process is small, most where it no longer is, and left to V8 where a large document is read', () => {
  const small = growthPercent(150 * MB, 40 * MB);
  const middle = growthPercent(300 * MB, 40 * MB);
  expect(middle).toBeGreaterThan(0);
  expect(small).toBeGreaterThan(middle);
  expect(growthPercent(600 * MB, 40 * MB)).toBe(0);
});

test('growth is by the same bytes whatever the heap keeps, within what V8 can do with', () => {
  expect((growthPercent(150 * MB, 40 * MB) * 40) / 100).toBe((growthPercent(150 * MB, 100 * MB) * 100) / 100);
  expect(growthPercent(150 * MB, 5 * MB)).toBe(growthPercent(150 * MB, 10 * MB));
  expect(growthPercent(300 * MB, 300 * MB)).toBe(25);
});

/** Runs a script in a process of its own, after growth is limited. @returns what it said of an error */
async function runLimited(script: string, ulimit = ''): Promise<string> {
  const url = new URL('../../../../electron/server/common/heap-growth.ts', import.meta.url);
  const whole = `(await import(${JSON.stringify(fileURLToPath(url))})).limitHeapGrowth();${script}`;
  const command = [process.execPath, '--expose-gc', '--input-type=module', '--eval', whole];
  const [first = '', ...rest] = ulimit === '' ? command : ['sh', '-c', `${ulimit} && exec "$0" "$@"`, ...command];
  const { stderr } = await promisify(execFile)(first, rest);
  return stderr;
}

test('V8 knows the flag', async () => {
  expect(await runLimited('')).toBe('');
});

test.skipIf(process.platform !== 'linux')('a process with as many files open as it may goes on', async () => {
  const script = `
    const { openSync } = await import('node:fs');
    let error;
    while (error === undefined) {
      try { openSync(process.execPath); } catch (caught) { error = caught; }
    }
    if (error.code !== 'EMFILE') throw error;
    globalThis.gc();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));`;
  expect(await runLimited(script, 'ulimit -n 64')).toBe('');
});
