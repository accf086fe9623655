import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { corpusFaults, corpusTable } from '../../../bench/corpus/corpus-table.ts';
import { type FileResult, readCorpus } from '../../../bench/corpus/read-corpus.ts';
import { makeDocx, makeZip } from '../../../helpers/builders/office-fixtures.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

const fine: FileResult = {
  path: 'a.txt',
  extension: '.txt',
  outcome: 'read',
  reason: '',
  chunks: 1,
  seconds: 0.1,
  peakMb: 10,
};

test('a corpus is read file by file, in subfolders too, and refusals are told with their reasons', async () => {
  mkdirSync(join(folder.path, 'sub'));
  writeFileSync(join(folder.path, 'one.txt'), 'Words.');
  writeFileSync(join(folder.path, 'two.TXT'), '');
  writeFileSync(join(folder.path, 'sub', 'letter.docx'), await makeDocx(['Dear heron']));
  writeFileSync(join(folder.path, 'sub', 'all.zip'), makeZip({ 'a.md': '# One', 'b.md': '# Two' }));
  const result = await readCorpus(folder.path, { secondsPerFile: 60 });
  expect(result.files.map(({ path, outcome, chunks }) => [path, outcome, chunks])).toEqual([
    ['one.txt', 'read', 1],
    ['sub/all.zip', 'read', 2],
    ['sub/letter.docx', 'read', 1],
    ['two.TXT', 'refused', 0],
  ]);
  expect(corpusFaults({ ...result, leftMb: 0 })).toEqual([]);
  const table = corpusTable(result);
  expect(table).toMatch(/^\| \.txt \| 2 \| 1 \| 1 \| 0 \| 1 \|/m);
  expect(table).toContain('- .txt 1 x FILE_EMPTY: "…" is empty');
});

test('errors of ours, hangs and too much memory are faults', () => {
  const files: FileResult[] = [
    fine,
    { ...fine, path: 'b', outcome: 'failed', reason: 'INTERNAL: no' },
    { ...fine, path: 'c', outcome: 'hang', reason: 'Not read within 5 s' },
    { ...fine, path: 'd', peakMb: 601 },
    { ...fine, path: 'e', outcome: 'refused', reason: 'FILE_EMPTY' },
  ];
  expect(corpusFaults({ files, idleMb: 100, leftMb: 301 })).toEqual([
    'b: INTERNAL: no',
    'c: Not read within 5 s',
    'd: 601 MB above idle, over 600',
    '301 MB above idle are left at the end, over 300',
  ]);
});
