import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBuiltInModel } from '../build/model/write-model.ts';

/** Before any test: the server runs from its sources here, and needs the model of a build. */
export async function setup(): Promise<() => void> {
  await writeBuiltInModel();
  // Servers and their threads are started hundreds of times: only the first of them compiles the sources, which takes most of a start.
  const compiled = mkdtempSync(join(tmpdir(), 'tributary-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  // Servers that a worker keeps for all its files end with it, and leave their folders behind.
  const folders = mkdtempSync(join(tmpdir(), 'tributary-tests-'));
  // Database servers have their folders in it, and accounts of their own.
  chmodSync(folders, 0o755);
  process.env.TRIBUTARY_TEST_FOLDER = folders;
  return () => {
    for (const folder of [compiled, folders]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
