import { expect, test } from 'vitest';
import { matrixMemory } from '../../../../../electron/server/stores/local/vector-service.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

test.each([
  ['a sixteenth of the machine', 8 * GB, 0, 512 * MB],
  ['a sixteenth of what a container allows', 32 * GB, 12 * GB, 768 * MB],
  ['nothing of a bound beyond the machine', 8 * GB, 2 ** 64, 512 * MB],
  ['256 MB on a small machine', 2 * GB, 0, 256 * MB],
  ['1 GB on a large one', 64 * GB, 0, GB],
])('vectors in memory may take %s', (_what, machineBytes, allowedBytes, expected) => {
  expect(matrixMemory(machineBytes, allowedBytes)).toBe(expected);
});
