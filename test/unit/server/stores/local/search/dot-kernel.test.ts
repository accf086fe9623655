import { expect, test } from 'vitest';
import {
  createDotKernel,
  createWasmMemory,
  LANES,
  plainDotKernel,
} from '../../../../../../electron/server/stores/local/search/dot-kernel.ts';
import { createRandom } from '../../../../../helpers/builders/vector-corpus.ts';

const ROWS_AT = 4096;
const OUT_AT = 2048;

test.each([1, 2, 3, 12])('equals the sums in plain JavaScript: rows of %i times 32 numbers', (times) => {
  const stride = times * LANES;
  const count = 7;
  const random = createRandom(times);
  const memory = createWasmMemory();
  const query = new Int16Array(memory.buffer, 0, stride);
  const rows = new Int8Array(memory.buffer, ROWS_AT, count * stride);
  for (let i = 0; i < stride; i += 1) query[i] = random() * 32_767;
  for (let i = 0; i < rows.length; i += 1) rows[i] = random() * 127;
  // The ends of both ranges.
  query.set([32_767, -32_767, 32_767, -32_767]);
  rows.set([127, -127, -127, 127]);
  const answer = (kernel: ReturnType<typeof createDotKernel>): number[] => {
    kernel(ROWS_AT, count, stride, 0, OUT_AT);
    return [...new Int32Array(memory.buffer, OUT_AT, count)];
  };
  const plain = answer(plainDotKernel(memory));
  expect(plain[0]).not.toBe(0);
  expect(answer(createDotKernel(memory))).toEqual(plain);
});

test('no rows leave the answers as they are', () => {
  const memory = createWasmMemory();
  const out = new Int32Array(memory.buffer, OUT_AT, 1).fill(5);
  createDotKernel(memory)(ROWS_AT, 0, LANES, 0, OUT_AT);
  expect(out[0]).toBe(5);
});
