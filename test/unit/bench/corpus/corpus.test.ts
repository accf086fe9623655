import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PDFDocument, PDFPage } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { compareWords, countWords } from '../../../bench/corpus/compare-words.ts';
import { corpusFaults, corpusTable } from '../../../bench/corpus/corpus-table.ts';
import { type FileResult, readCorpus } from '../../../bench/corpus/read-corpus.ts';
import { makeDocx, makeZip } from '../../../helpers/builders/office-fixtures.ts';
import { damagePage, makeDrawnPdf } from '../../../helpers/builders/pdf-fixtures.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

const fine: FileResult = {
  path: 'a.txt',
  extension: '.txt',
  outcome: 'read',
  reason: '',
  failedParts: [],
  words: undefined,
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
  expect(table).toMatch(/^\| \.txt \| 2 \| 1 \| 0 \| 1 \| 0 \| 1 \|/m);
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

test('a file that hangs and one that ends in a bug are faults, and the next one is read', async () => {
  const faulty = makeTemporaryFolder();
  try {
    for (const name of ['bug.txt', 'fine.txt', 'a hang.txt']) writeFileSync(join(faulty.path, name), 'Words.');
    const options = {
      // A thread needs longer to start.
      secondsPerFile: 0.001,
      onFile({ outcome }: FileResult): void {
        options.secondsPerFile = 60;
        // Gone when the thread that starts anew after the hang comes to read it.
        if (outcome === 'hang') process.once('worker', () => rmSync(join(faulty.path, 'bug.txt')));
      },
    };
    const result = await readCorpus(faulty.path, options);
    expect(result.files.map(({ path, outcome, chunks }) => [path, outcome, chunks])).toEqual([
      ['a hang.txt', 'hang', 0],
      ['bug.txt', 'failed', 0],
      ['fine.txt', 'read', 1],
    ]);
    expect(corpusFaults({ ...result, leftMb: 0 })).toEqual([
      'a hang.txt: Not read within 0.001 s',
      expect.stringMatching(/^bug\.txt: INTERNAL: .*ENOENT/),
    ]);
  } finally {
    faulty.remove();
  }
});

test('a damaged page is listed', async () => {
  const damaged = makeTemporaryFolder();
  try {
    const texts = [
      ['Page one', 50, 700],
      ['Page two', 50, 700],
      ['Page three', 50, 700],
    ] as const;
    const draw = (_page: PDFPage, _pdf: PDFDocument, pages: readonly PDFPage[]) => damagePage(pages[1] ?? _page, 1);
    const bytes = await makeDrawnPdf(
      texts.map((text) => [text]),
      draw,
    );
    writeFileSync(join(damaged.path, 'pages.pdf'), bytes);
    const result = await readCorpus(damaged.path, { secondsPerFile: 60 });
    const part =
      'FILE_CORRUPT: "…" was read without its page 2, which is damaged: open and save it again, or use another copy.';
    expect(result.files).toMatchObject([{ outcome: 'read', failedParts: [part] }]);
    expect(corpusTable(result)).toMatch(/^\| \.pdf \| 1 \| 1 \| 1 \| 0 \| 0 \|/m);
    expect(corpusTable(result)).toContain(`- pages.pdf: ${part}`);
  } finally {
    damaged.remove();
  }
});

test('the words of PDFs are told by median and 10th percentile', () => {
  const others = countWords(Array.from({ length: 100 }, (_, index) => `Word${index}`).join(' '));
  expect(compareWords(countWords('word1 word2 word2 other'), others)).toEqual({ recall: 0.02, precision: 0.5 });
  expect(compareWords(countWords('one'), countWords('one'))).toBeUndefined();
  const files = Array.from({ length: 11 }, (_, index): FileResult => {
    return {
      ...fine,
      path: `${index}.pdf`,
      extension: '.pdf',
      words: { recall: index / 10, precision: 1 - index / 20 },
    };
  });
  const table = corpusTable({ files: [...files, fine], idleMb: 100, leftMb: 0 });
  expect(table).toContain('| 11 | 0.5000 / 0.1000 | 0.7500 / 0.5500 |');
  expect(table).toContain('compared with pdftotext in 11 files\n- 0.pdf: recall 0.0000, precision 1.0000\n');
});
