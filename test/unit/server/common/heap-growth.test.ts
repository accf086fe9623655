import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { growthPercent } from '../../../../electron/server/common/heap-growth.ts';

test('growth is limited while the process is small, most where it no longer is, and left to V8 where a large document is read', () => {
  const small = growthPercent(150 * 2 ** 20);
  const middle = growthPercent(250 * 2 ** 20);
  expect(middle).toBeGreaterThan(0);
  expect(small).toBeGreaterThan(middle);
  expect(growthPercent(600 * 2 ** 20)).toBe(0);
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
