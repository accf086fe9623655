import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTokenCounter } from '../../../../../electron/server/splitters/tokens/token-counter.ts';
import { ELSEWHERE } from '../../../../helpers/builders/split-text.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { tinyModelFiles } from '../../../../helpers/fakes/fake-hub.ts';

const folder = makeTemporaryFolder();
const modelsFolder = folder.path;

function writeModel(folder: string, changes: Readonly<Record<string, string>> = {}): void {
  for (const [file, content] of tinyModelFiles()) {
    const path = join(folder, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, changes[file] ?? content);
  }
}

beforeAll(() => {
  writeModel(join(modelsFolder, 'hub', 'tiny', 'model'));
  writeModel(join(modelsFolder, 'hub', 'tiny', 'e5-small'));
  writeModel(join(modelsFolder, 'hub', 'tiny', 'damaged'), { 'tokenizer.json': '{"model":' });
  writeModel(join(modelsFolder, 'own'));
});

afterAll(() => folder.remove());

async function countOf(localModel: string | undefined, text: string) {
  const { count, added } = await openTokenCounter({ localModel, modelsFolder });
  return { count: count(text), added };
}

describe('openTokenCounter', () => {
  test('counts like a downloaded model, including the tokens that it adds', async () => {
    expect(await countOf('tiny/model', 'the cat sat on the mat')).toEqual({ count: 6, added: 2 });
    expect(await countOf('tiny/e5-small', 'the cat')).toEqual({ count: 2, added: 4 });
    expect(await countOf(join(modelsFolder, 'own'), 'the cat.')).toEqual({ count: 3, added: 2 });
  });

  test('counts as the built-in model does', async () => {
    expect(await countOf('built-in', 'the cat sat')).toEqual({ count: 3, added: 0 });
    expect(await countOf('built-in', 'xylophone quixotic')).toMatchObject({ count: 7 });
  });

  test.each([undefined, 'not/fetched'])('counts for the model %s as OpenAI’s do', async (model) => {
    expect(await countOf(model, 'the cat sat on the mat, internationalisation')).toEqual({ count: 9, added: 0 });
  });

  test('says that a model’s files are damaged', async () => {
    await expect(openTokenCounter({ ...ELSEWHERE, localModel: 'tiny/damaged', modelsFolder })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('tiny/damaged'),
    });
  });
});
