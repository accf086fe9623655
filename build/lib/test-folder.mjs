// @ts-check
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** Several times what the tests write at once, in bytes: what they leave free is memory of the programs beside them. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Whether a file system in memory can hold what the tests write. A disk takes an eighth of the time of those that do little but commit.
 * @param {string} mounts of this machine, as the kernel lists them
 * @param {() => number} freeBytes of that file system
 */
export function isMemoryUsable(mounts, freeBytes) {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === MEMORY);
  if (mount === undefined) return false;
  const [, , type, options = ''] = mount.split(' ');
  // Programs that tests make are started from there.
  return type === 'tmpfs' && !options.split(',').includes('noexec') && freeBytes() >= ENOUGH_BYTES;
}

function freeBytes() {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize;
}

/**
 * Makes the folder of all temporary files of a test run, in memory where that has the room. Whoever makes it removes it.
 * @param {{ isLarge: boolean }} options whether the tests write more than should be in memory
 */
export function makeTestFolder({ isLarge }) {
  const isInMemory =
    !isLarge && process.platform === 'linux' && isMemoryUsable(readFileSync('/proc/mounts', 'utf8'), freeBytes);
  const folder = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), 'tributary-test-'));
  // Database servers have their files in it, and accounts of their own.
  chmodSync(folder, 0o755);
  return folder;
}
