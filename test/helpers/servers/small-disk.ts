import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';

export interface SmallDisk {
  readonly path: string;
  /** Uses all free space. */
  fill(): void;
  /** Frees the space that `fill` used. */
  clear(): void;
  makeReadOnly(): void;
  remove(): void;
}

function mounted(path: string): SmallDisk {
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 16)) {
        const chunk = Buffer.alloc(bytes, 1);
        try {
          for (;;) writeFileSync(filler, chunk, { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    clear: () => rmSync(filler, { force: true }),
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', path], { stdio: 'pipe' }),
    remove() {
      execFileSync('umount', ['--lazy', path], { stdio: 'pipe' });
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** A separate disk in memory. @throws if mounting is not allowed, see {@link canMount} */
export function mountMemory(bytes: number): SmallDisk {
  const { path } = makeTemporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path], { stdio: 'pipe' });
  return mounted(path);
}

/** A separate disk with Linux's most common file system, in a file. @throws if mounting is not allowed */
export function mountExt4(bytes: number): SmallDisk {
  const { path } = makeTemporaryFolder();
  const image = `${path}.img`;
  execFileSync('truncate', ['-s', String(bytes), image]);
  // No blocks reserved for root, which runs this.
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'pipe' });
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-o', 'loop', image, path], { stdio: 'pipe' });
  const disk = mounted(path);
  return {
    ...disk,
    remove() {
      disk.remove();
      rmSync(image, { force: true });
    },
  };
}

/** Whether disks can be mounted here, which needs Linux and root; prints a warning if not. */
export function canMount(mount: (bytes: number) => SmallDisk): boolean {
  try {
    mount(8 * 1024 * 1024).remove();
    return true;
  } catch (error) {
    process.stderr.write(`SKIPPED: tests on a small disk need Linux and root (${String(error).split('\n')[0]})\n`);
    return false;
  }
}
