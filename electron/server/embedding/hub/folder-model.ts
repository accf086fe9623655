import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../../../shared/errors/errors.ts';

export interface FolderModel {
  /** The folder's own name, for people. */
  readonly name: string;
  readonly dtype: 'q8' | 'fp32';
  /** Changes when the model or its tokenizer does. */
  readonly fingerprint: string;
}

/** What transformers.js looks for, the small one first. */
const MODEL_FILES = [
  { file: 'onnx/model_quantized.onnx', dtype: 'q8' },
  { file: 'onnx/model.onnx', dtype: 'fp32' },
] as const;

const FINGERPRINT_DIGITS = 16;

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Looks at a model in a folder of the user's: config.json, tokenizer.json, tokenizer_config.json and onnx/.
 * @throws UserError INVALID_PARAM when something is missing.
 */
export async function inspectFolderModel(folder: string): Promise<FolderModel> {
  const name = basename(folder);
  const missing = (what: string): UserError =>
    new UserError(
      'INVALID_PARAM',
      `The model folder "${name}" has no ${what}: choose a folder as Hugging Face lays it out, with config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx or onnx/model.onnx.`,
      { details: { param: 'model' } },
    );
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) {
    if (!(await exists(join(folder, file)))) throw missing(file);
  }
  for (const { file, dtype } of MODEL_FILES) {
    const path = join(folder, file);
    if (!(await exists(path))) continue;
    const hash = createHash('sha256');
    // The model of a folder has no version: only its content says whether vectors are comparable.
    await pipeline(createReadStream(path), hash, { end: false });
    await pipeline(createReadStream(join(folder, 'tokenizer.json')), hash);
    return { name, dtype, fingerprint: hash.digest('hex').slice(0, FINGERPRINT_DIGITS) };
  }
  throw missing('onnx/model_quantized.onnx');
}
