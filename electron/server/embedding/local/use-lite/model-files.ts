import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Where `npm run build` puts the model: beside the bundle of the server, also when the server runs from its sources. */
const modelFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../../dist/model/' : '../model/',
  import.meta.url,
);

export const USE_LITE_FILE = 'use-lite-int8-v1.onnx';
export const VOCABULARY_FILE = 'vocabulary.json';

/** The file of that name of the built-in model. */
export function builtInFile(name: string): string {
  return fileURLToPath(new URL(name, modelFolder));
}

/** Three pieces have no score (null), with which the original counts as with 0. */
const scoreSchema = z
  .number()
  .nullable()
  .transform((score) => score ?? 0);
const vocabularySchema = z.array(z.tuple([z.string(), scoreSchema]));

/** A piece of text with its score (log probability); its place in the list is its token id. */
export type VocabularyEntry = readonly [piece: string, score: number];

/** The 8,000 pieces that the model's tokenizer knows. */
export async function readVocabulary(): Promise<readonly VocabularyEntry[]> {
  return vocabularySchema.parse(JSON.parse(await readFile(builtInFile(VOCABULARY_FILE), 'utf8')));
}
