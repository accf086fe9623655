import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Many objects live a while; tells the most MB that the new ones have meanwhile: V8 takes them back where a busy machine lets little happen. */
const CHURN = `
const { getHeapSpaceStatistics } = await import('node:v8');
const { setImmediate: nextTurn } = await import('node:timers/promises');
let live = [];
let most = 0;
for (let turn = 0; turn < 100; turn += 1) {
  for (let index = 0; index < 10_000; index += 1) live.push({ index, text: [turn] });
  if (live.length > 400_000) live = [];
  await nextTurn();
  const { space_size } = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
  most = Math.max(most, space_size);
}
console.log(most / 2 ** 20);
`;

async function newSpaceMb(before: string): Promise<number> {
  const script = `${before}\n${CHURN}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return Number(stdout);
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
  expect(free).toBeGreaterThanOrEqual(limited);
}, 30_000);

test('while it is held it does not grow', async () => {
  expect(await newSpaceMb(calling('holdYoungGeneration'))).toBeLessThanOrEqual(2);
}, 30_000);
