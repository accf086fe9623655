import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

/**
 * Many objects live a while; says how many MB the new ones have most of the time. Not at the most or at the end: V8 goes beyond what it may have for as long as it
 * marks beside the program, which is how busy the machine is.
 */
const CHURN = `
const { getHeapSpaceStatistics } = await import('node:v8');
const { setImmediate: nextTurn } = await import('node:timers/promises');
let live = [];
const sizes = [];
for (let turn = 0; turn < 100; turn += 1) {
  for (let index = 0; index < 10_000; index += 1) live.push({ index, text: [turn] });
  if (live.length > 400_000) live = [];
  await nextTurn();
  sizes.push(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
}
console.log(sizes.sort((a, b) => a - b)[50] / 2 ** 20);
`;

async function newSpaceMb(before: string): Promise<number> {
  const script = `${before}\n${CHURN}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return z.number().parse(Number(stdout));
}

const url = new URL('../../../../electron/server/common/young-generation.ts', import.meta.url);

function calling(...names: readonly string[]): string {
  const load = `const young = await import(${JSON.stringify(fileURLToPath(url))});`;
  return [load, ...names.map((name) => `young.${name}();`)].join('\n');
}

test('new objects get 16 MB, also where V8 would take more', async () => {
  const released = calling('holdYoungGeneration', 'releaseYoungGeneration');
  const [limited, free] = await Promise.all([newSpaceMb(released), newSpaceMb('')]);
  expect(limited).toBeGreaterThanOrEqual(8);
  expect(limited).toBeLessThanOrEqual(16);
  expect(free).toBeGreaterThan(limited);
}, 30_000);

test('while it is held it does not grow', async () => {
  expect(await newSpaceMb(calling('holdYoungGeneration'))).toBeLessThanOrEqual(2);
}, 30_000);
