import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  builtInFile,
  USE_LITE_FILE,
  VOCABULARY_FILE,
} from '../../electron/server/embedding/local/use-lite/model-files.ts';
import { BugError } from '../../shared/errors/errors.ts';
import { codeOf } from '../../shared/errors/system-errors.ts';
import { buildUseLiteModel } from './build-model.ts';
import { packageFolder, readWeights } from './read-weights.ts';

/**
 * SHA-256 of the model with the id `use-lite/int8@1`. Users have stored vectors of exactly these bytes: if the bytes change, the id must change too,
 * or vectors of two models would be compared.
 */
export const USE_LITE_SHA256 = '0e9c91594d3f7c19cf8ee518dc7cd84f5466c6f6377108c5e704d9a29a37a4ff';

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file is complete or absent, even if another process writes it at the same time. */
function writeWhole(file: string, bytes: Uint8Array): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Copies a file of the package if it is missing or different. */
function copyIfOther(from: string, to: string): void {
  const wanted = readFileSync(from);
  if (readIfThere(to)?.equals(wanted) !== true) writeWhole(to, wanted);
}

/**
 * Writes the built-in model, its vocabulary and its licence to where the server reads them, if they are missing or wrong.
 * @returns whether the model had to be converted (0.2 s)
 */
export async function writeBuiltInModel(file: string = builtInFile(USE_LITE_FILE)): Promise<boolean> {
  const folder = dirname(file);
  copyIfOther(join(packageFolder(), 'vocab.json'), join(folder, VOCABULARY_FILE));
  copyIfOther(join(packageFolder(), '..', 'LICENSE'), join(folder, 'LICENSE'));
  const found = readIfThere(file);
  if (found !== undefined && hashOf(found) === USE_LITE_SHA256) return false;
  const model = buildUseLiteModel(await readWeights(), 'int8');
  if (hashOf(model) !== USE_LITE_SHA256) {
    throw new BugError(
      'The converter writes another model than the one whose id it has: give the new one an id of its own.',
    );
  }
  writeWhole(file, model);
  return true;
}
