import { expect, test } from 'vitest';
import { isMemoryUsable } from '../../../build/lib/test-folder.mjs';

const GB = 1024 ** 3;
const disk = '/dev/vda / ext4 rw,relatime 0 0';
const mounts = (options: string) => [disk, `tmpfs /dev/shm tmpfs ${options} 0 0`, ''].join('\n');

test.each([
  ['with room', mounts('rw,relatime'), 12 * GB, true],
  ['too small', mounts('rw,relatime'), 64 * 1024 ** 2, false],
  ['from which nothing is started', mounts('rw,nosuid,nodev,noexec'), 12 * GB, false],
])('tests write into memory where that is %s: %#', (_, list, bytes, isUsable) => {
  expect(isMemoryUsable(list, () => bytes)).toBe(isUsable);
});

test('without a file system in memory they write to the disk', () => {
  expect(isMemoryUsable(disk, () => 12 * GB)).toBe(false);
});
