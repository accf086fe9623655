import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBuiltInModel } from '../build/model/write-model.ts';

/** Before any test: the server runs from its sources here, and needs the model of a build. */
export async function setup(): Promise<() => void> {
  await writeBuiltInModel();
  // Servers and their threads are started hundreds of times: only the first of them compiles the sources, which takes most of a start.
  const compiled = mkdtempSync(join(tmpdir(), 'tributary-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  return () => rmSync(compiled, { recursive: true, force: true });
}
