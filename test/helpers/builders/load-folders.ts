import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { JobFolders } from '../../../electron/server/pipeline/load/run-load-job.ts';

/** Folders for the loaders of one test file; removed after it. */
export function makeLoadFolders(): JobFolders {
  const parent = mkdtempSync(join(tmpdir(), 'tributary-load-'));
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  // One folder deeper: the folder around a data folder belongs to the test too.
  const root = join(parent, 'data');
  return { temporary: join(root, 'tmp'), cache: join(root, 'cache'), models: join(root, 'models') };
}
