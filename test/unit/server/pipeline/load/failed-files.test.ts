import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { JobFile, LoadJob } from '../../../../../electron/server/core/load-job.ts';
import { createLoadPool } from '../../../../../electron/server/pipeline/load/load-pool.ts';
import { assertSomeRead, createRunFailures } from '../../../../../electron/server/pipeline/load/run-failures.ts';
import { toErrorData, UserError } from '../../../../../shared/errors/errors.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { damagePage, makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { makePng } from '../../../../helpers/builders/picture-files.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { drawText } from '../../../../helpers/builders/text-pictures.ts';

const makeFile = sourceFileMaker();
const folders = makeLoadFolders();
const pool = createLoadPool({ folders, threads: 1 });
afterAll(() => pool.close());

async function filesOf(contents: Readonly<Record<string, string>>): Promise<JobFile[]> {
  const files: JobFile[] = [];
  for (const [name, content] of Object.entries(contents)) files.push(await makeFile(name, Buffer.from(content)));
  return files;
}

function jobOf(files: readonly JobFile[], change: Partial<LoadJob> = {}): LoadJob {
  return {
    loader: { nodeId: 'fileLoader_0', name: 'fileLoader', params: {} },
    splitter: undefined,
    files,
    sourceIdKey: 'source',
    batchSize: 64,
    skipFailedFiles: true,
    ...change,
  };
}

const MIXED = { 'a.txt': 'First.', 'bad.json': '{"word": ', 'empty.txt': '', 'b.txt': 'Last.' };

/** Does a job. @returns its chunks and what it could not read */
async function run(job: LoadJob) {
  const failures = createRunFailures();
  const batches = await collect(failures.watch(pool.loadChunks(job, new AbortController().signal)));
  return { failures, contents: batches.flatMap((batch) => [...batch.contents]) };
}

describe('a job that leaves out files that can not be read', () => {
  test('reads the other files and reports each failed one with its reason', async () => {
    const { failures, contents } = await run(jobOf(await filesOf(MIXED)));
    expect(contents).toEqual(['First.', 'Last.']);
    expect(failures.report()).toEqual({
      failedFiles: [
        { name: 'bad.json', code: 'FILE_CORRUPT', message: expect.stringContaining('bad.json') },
        { name: 'empty.txt', code: 'FILE_EMPTY', message: expect.stringContaining('empty.txt') },
      ],
    });
  });

  test('reads the others when the data for recognising text is missing or can not be used', async () => {
    mkdirSync(join(folders.models, 'ocr'), { recursive: true });
    writeFileSync(join(folders.models, 'ocr', 'xyz.traineddata'), 'no data');
    const scan = await makeFile('scan.png', makePng(drawText(['THE WATER'])));
    const params = { ocr: true, ocrLanguages: 'xyz' };
    const loader = { nodeId: 'fileLoader_0', name: 'fileLoader', params };
    const { failures, contents } = await run(jobOf([scan, ...(await filesOf({ 'a.txt': 'First.' }))], { loader }));
    expect(contents).toEqual(['First.']);
    expect(failures.report().failedFiles).toMatchObject([{ name: 'scan.png', code: 'MODEL_UNAVAILABLE' }]);
    expect(failures.unread().sources).toEqual(new Set(['scan.png']));

    const folderPath = makeTemporaryFolder().path;
    writeFileSync(join(folderPath, 'a.txt'), 'First.');
    writeFileSync(join(folderPath, 'scan.png'), makePng(drawText(['THE WATER'])));
    const found = { nodeId: 'folderFiles_0', name: 'folderFiles', params: { folderPath, ...params } };
    const inFolder = await run(jobOf([], { loader: found }));
    expect(inFolder.failures.report().failedFiles).toMatchObject([{ name: 'scan.png', code: 'MODEL_UNAVAILABLE' }]);
    expect(inFolder.contents).toEqual(['First.']);
  });

  test('tells of a page that a file was read without, and keeps what is stored of it', async () => {
    const texts = ['One.', 'Two.', 'Three.'].map((text) => [[text, 50, 700] as const]);
    const bytes = await makeDrawnPdf(texts, (page) => damagePage(page, 1));
    const file = await makeFile('partly.pdf', bytes);
    const { failures, contents } = await run(jobOf([file]));
    expect(contents).toEqual(['One.', 'Three.']);
    expect(failures.report().failedFiles).toMatchObject([
      { name: 'partly.pdf', code: 'FILE_CORRUPT', isPartial: true },
    ]);
    expect(failures.unread().sources).toEqual(new Set(['partly.pdf']));
    expect(failures.files()).toEqual([]);
  });

  test('keeps their stored chunks in the clean-up', async () => {
    const { failures } = await run(jobOf(await filesOf(MIXED)));
    expect(failures.unread()).toEqual({ sources: new Set(['bad.json', 'empty.txt']), isOpenEnded: false });
  });

  test('keeps everything if only reading them would tell their source', async () => {
    const files = await filesOf({ 'a.json': '{"title": "A", "text": "Words."}', 'bad.json': '{' });
    const params = { pointersName: '/text', metadata: { title: '/title' } };
    const loader = { nodeId: 'jsonFile_0', name: 'jsonFile', params };
    const { failures } = await run(jobOf(files, { loader, sourceIdKey: 'title' }));
    expect(failures.report().failedFiles).toMatchObject([{ name: 'bad.json' }]);
    expect(failures.unread()).toEqual({ sources: new Set(), isOpenEnded: true });
  });

  test('does not open a file of which it is known that it is bad', async () => {
    const files = await filesOf({ 'a.txt': 'Words.' });
    const problem = toErrorData(new UserError('FILE_ENCRYPTED', 'It has a password: save a copy without one.'));
    const { failures, contents } = await run(jobOf(files.map((file) => ({ ...file, problem }))));
    expect(contents).toEqual([]);
    expect(failures.report().failedFiles).toMatchObject([{ name: 'a.txt', code: 'FILE_ENCRYPTED' }]);
  });

  test('ends with the first of them when it is not to leave them out', async () => {
    const job = jobOf(await filesOf(MIXED), { skipFailedFiles: false });
    await expect(run(job)).rejects.toMatchObject({ code: 'FILE_CORRUPT', nodeId: 'fileLoader_0' });
  });
});

describe('a run whose files all fail', () => {
  const failed = ['a.txt', 'b.txt'].map((name) => ({
    name,
    error: toErrorData(new UserError('FILE_EMPTY', `"${name}" is empty: check it.`, { nodeId: 'fileLoader_0' })),
  }));

  test('fails with the first error, which names all', () => {
    expect(() => assertSomeRead(failed, 2)).toThrow(
      expect.objectContaining({
        code: 'FILE_EMPTY',
        nodeId: 'fileLoader_0',
        details: { files: [expect.objectContaining({ name: 'a.txt' }), expect.objectContaining({ name: 'b.txt' })] },
      }),
    );
  });

  test('goes on when one was read, or none was to be read', () => {
    expect(() => assertSomeRead(failed, 3)).not.toThrow();
    expect(() => assertSomeRead([], 0)).not.toThrow();
  });
});
