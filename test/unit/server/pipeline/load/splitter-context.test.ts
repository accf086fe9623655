import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoadJob } from '../../../../../electron/server/core/load-job.ts';
import { createLoadPool } from '../../../../../electron/server/pipeline/load/load-pool.ts';
import { jobOf } from '../../../../../electron/server/pipeline/load/source-part.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { planNode } from '../../../../helpers/builders/planned-node.ts';
import { tinyModelFiles } from '../../../../helpers/fakes/fake-hub.ts';

const folders = makeLoadFolders();
const pool = createLoadPool({ folders, threads: 1 });
afterAll(() => pool.close());
const live = new AbortController().signal;

beforeAll(() => {
  for (const [file, content] of tinyModelFiles()) {
    const path = join(folders.models, 'hub', 'tiny', 'model', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
});

function job(splitter: string, params: Readonly<Record<string, unknown>>, text: string, model?: string): LoadJob {
  const loader = { ...planNode('plainText', { text }), splitter: planNode(splitter, params) };
  const embedding = model === undefined ? undefined : planNode('transformersEmbeddings', { model });
  return jobOf({ loader, files: [], embedding }, 'source');
}

async function chunksOf(given: LoadJob): Promise<string[]> {
  return (await collect(pool.loadChunks(given, live))).flatMap((batch) => batch.contents);
}

describe('a splitter that counts tokens', () => {
  // One token of the tiny model, two of OpenAI's and more of the built-in one.
  const text = 'Xylophones. '.repeat(30).trim();
  const params = { maxTokens: 12, overlapSentences: 0 };

  test('counts those of the on-device model that the flow embeds with', async () => {
    const tiny = await chunksOf(job('sentenceTextSplitter', params, text, 'tiny/model'));
    const builtIn = await chunksOf(job('sentenceTextSplitter', params, text, 'built-in'));
    const other = await chunksOf(job('sentenceTextSplitter', params, text));
    // Twelve less the two marks that the model adds: five sentences of a word and a full stop.
    expect(new Set(tiny)).toEqual(new Set([text.slice(0, 'Xylophones. '.length * 5 - 1)]));
    expect(builtIn.length).not.toBe(tiny.length);
    expect(other.length).not.toBe(tiny.length);
  });

  test('does not hear of any other embedding node, nor of its secrets', () => {
    const openAI = planNode('openAIEmbeddings', { openAIApiKey: 'sk-secret', modelName: 'text-embedding-3-small' });
    const loader = { ...planNode('plainText', { text }), splitter: planNode('sentenceTextSplitter', params) };
    const given = jobOf({ loader, files: [], embedding: openAI }, 'source');
    expect(given.localModel).toBeUndefined();
    expect(JSON.stringify(given)).not.toContain('sk-secret');
  });

  test('names itself when the model cannot be read', async () => {
    writeFileSync(join(folders.models, 'hub', 'tiny', 'model', 'tokenizer.json'), '{');
    await expect(chunksOf(job('sentenceTextSplitter', params, text, 'tiny/model'))).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      nodeId: 'sentenceTextSplitter',
    });
  });
});

test("a splitter's metadata is in the metadata of the chunk", async () => {
  const text = 'intro\n# One\ntext\n## Two\nmore';
  const batches = await collect(pool.loadChunks(job('markdownTextSplitter', { splitByHeaders: 'h2' }, text), live));
  const metadata = batches.flatMap((batch) => batch.metadata.map((json) => JSON.parse(json)));
  expect(metadata.map(({ headers, loc }) => ({ headers, offset: loc.offset }))).toEqual([
    { headers: undefined, offset: { from: 0, to: 5 } },
    { headers: { h1: 'One' }, offset: { from: 6, to: 16 } },
    { headers: { h1: 'One', h2: 'Two' }, offset: { from: 17, to: 28 } },
  ]);
});
