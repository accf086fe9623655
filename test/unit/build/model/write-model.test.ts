import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USE_LITE_SHA256, writeBuiltInModel } from '../../../../build/model/write-model.ts';
import { USE_LITE_MODEL_ID } from '../../../../electron/server/embedding/local/use-lite/model-facts.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

describe('writeBuiltInModel', () => {
  const folder = makeTemporaryFolder();
  const file = join(folder.path, 'model', 'model.onnx');
  /** What the first call answered. */
  let isWritten: boolean;

  beforeAll(async () => {
    isWritten = await writeBuiltInModel(file);
  });
  afterAll(() => folder.remove());

  test('gives the bytes that made the vectors which users have stored under its id', () => {
    expect(isWritten).toBe(true);
    // What versions before wrote into the data folder at the first upsert.
    expect([USE_LITE_MODEL_ID, createHash('sha256').update(readFileSync(file)).digest('hex')]).toEqual([
      'use-lite/int8@1',
      '0e9c91594d3f7c19cf8ee518dc7cd84f5466c6f6377108c5e704d9a29a37a4ff',
    ]);
    expect(USE_LITE_SHA256).toBe('0e9c91594d3f7c19cf8ee518dc7cd84f5466c6f6377108c5e704d9a29a37a4ff');
    expect(readdirSync(join(folder.path, 'model')).sort()).toEqual(['LICENSE', 'model.onnx', 'vocabulary.json']);
  });

  test('leaves what is as it should be', async () => {
    const { ino } = statSync(file);
    expect(await writeBuiltInModel(file)).toBe(false);
    expect(statSync(file).ino).toBe(ino);
  });

  test.each([
    ['cut off', (path: string) => truncateSync(path, 1000)],
    ['damaged', (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size, 0xff))],
  ])('writes a model again that was %s', async (_, harm) => {
    const whole = readFileSync(file);
    harm(file);
    expect(await writeBuiltInModel(file)).toBe(true);
    expect(readFileSync(file).equals(whole)).toBe(true);
  });
});
