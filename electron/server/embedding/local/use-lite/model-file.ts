import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../../shared/errors/system-errors.ts';
import { buildUseLiteModel, type UseLiteVariant } from './build-model.ts';
import { USE_LITE_VERSION } from './model-facts.ts';
import { readWeights } from './package-files.ts';

/** What {@link buildUseLiteModel} writes, in bytes: a file of another size was cut off or is not ours. */
export const USE_LITE_BYTES = { fp32: 28_042_548, int8: 8_002_455 } as const satisfies Record<UseLiteVariant, number>;

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  return found?.size;
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Gives the path of the converted model and converts it first (about 0.2 s of work in this thread) if it is missing or of
 * the wrong size, or if `force` says that it does not load.
 */
export async function ensureUseLiteFile(folder: string, variant: UseLiteVariant, force = false): Promise<string> {
  const path = join(folder, `use-lite-${variant}-v${USE_LITE_VERSION}.onnx`);
  if (!force && (await sizeOf(path)) === USE_LITE_BYTES[variant]) return path;
  await mkdir(folder, { recursive: true });
  await writeDurably(path, buildUseLiteModel(await readWeights(), variant));
  return path;
}
