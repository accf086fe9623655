import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ChunkBatch } from '../../../../../electron/server/core/chunk.ts';
import { runLoadJob } from '../../../../../electron/server/pipeline/load/run-load-job.ts';
import { jobOf } from '../../../../../electron/server/pipeline/load/source-part.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { planNode } from '../../../../helpers/builders/planned-node.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());
const folders = makeLoadFolders();
const observer = { signal: new AbortController().signal, onFile: () => undefined };

/** As it would be on another machine: functions, classes and references do not get there. */
function sent<T>(value: T): T {
  return structuredClone(value);
}

function fileOf(name: string, content: string) {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return { path, name, sizeBytes: Buffer.byteLength(content) };
}

const SPLITTER = { chunkSize: 20, chunkOverlap: 0 };

test.each([
  ['a loader of files', 'textFile', {}, [['a.txt', 'Otters hold hands.\n\nOwls fly at night.']]],
  ['a loader that fetches', 'plainText', { text: 'Otters hold hands.\n\nOwls fly at night.' }, []],
  [
    'a file that fails',
    'jsonFile',
    {},
    [
      ['a.json', '{"text":"Otters"}'],
      ['b.json', '{'],
    ],
  ],
] as const)('%s takes its job and gives its chunks as plain data', async (_what, name, params, contents) => {
  const loader = { ...planNode(name, params), splitter: planNode('recursiveCharacterTextSplitter', SPLITTER) };
  const embedding = planNode('openAIEmbeddings', { openAIApiKey: 'sk-secret' });
  const files = contents.map(([file, content]) => fileOf(file, content));
  const job = jobOf({ loader, files, skipFailedFiles: true, embedding }, 'source');
  expect(sent(job)).toStrictEqual(job);
  const batches: ChunkBatch[] = await collect(runLoadJob(sent(job), folders, observer));
  expect(batches.flatMap((batch) => batch.contents)).not.toEqual([]);
  expect(batches.map(sent)).toStrictEqual(batches);
  expect(JSON.stringify(job)).not.toContain('sk-secret');
});
