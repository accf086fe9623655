import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readText } from '../../../../../electron/server/readers/text/read-text.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const FOLDER = '/proc/self/fd';

/** How many times this process has a file open. */
function timesOpen(path: string): number {
  return readdirSync(FOLDER).filter((name) => {
    try {
      return readlinkSync(join(FOLDER, name)) === path;
    } catch {
      // The one of the listing itself.
      return false;
    }
  }).length;
}

test.skipIf(!existsSync(FOLDER))('a file whose run was stopped before it is read is not left open', async () => {
  const folder = makeTemporaryFolder();
  onTestFinished(folder.remove);
  const path = join(folder.path, 'a.txt');
  await writeFile(path, 'Bees sleep in winter.');
  const signal = AbortSignal.abort();
  const options = { encoding: 'utf8', markBytes: 0, sizeBytes: 21, signal, onRead: () => undefined };
  for (let count = 0; count < 5; count += 1) await expect(readText(path, options).next()).rejects.toThrow();
  await expect.poll(() => timesOpen(path)).toBe(0);
});
