import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import type { SourceFile } from '../../../electron/server/core/document.ts';

/** Makes files in a folder that is removed after the tests of the file that calls this. */
export function sourceFileMaker(): (name: string, content: string | Uint8Array) => Promise<SourceFile> {
  const folder = mkdtemp(join(tmpdir(), 'tributary-files-'));
  let count = 0;
  afterAll(async () => rm(await folder, { recursive: true, force: true }));
  return async (name, content) => {
    count += 1;
    const path = join(await folder, `upload-${count}`);
    await writeFile(path, content);
    return { name: basename(name), path, sizeBytes: Buffer.byteLength(content) };
  };
}
