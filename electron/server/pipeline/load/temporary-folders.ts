import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes folders within a folder of ours, and removes them together. */
export function temporaryFolders(parent: string) {
  const made: string[] = [];
  return {
    async makeFolder(): Promise<string> {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      const folder = await mkdtemp(join(parent, 'load-'));
      made.push(folder);
      return folder;
    },
    async remove(): Promise<void> {
      for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
    },
  };
}
