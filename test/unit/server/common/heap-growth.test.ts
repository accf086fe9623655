import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { growthPercent } from '../../../../electron/server/common/heap-growth.ts';

test('growth is limited while the process is small, and left to V8 where a large document is read', () => {
  expect(growthPercent(150 * 2 ** 20)).toBeGreaterThan(0);
  expect(growthPercent(600 * 2 ** 20)).toBe(0);
});

test('V8 knows the flag', async () => {
  const url = new URL('../../../../electron/server/common/heap-growth.ts', import.meta.url);
  const script = `(await import(${JSON.stringify(fileURLToPath(url))})).limitHeapGrowth();`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stderr).toBe('');
});
