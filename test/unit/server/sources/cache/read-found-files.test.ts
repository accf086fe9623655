import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { editionOf, readingEdition } from '../../../../../electron/server/sources/cache/read-found-files.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

test('the edition is another when the built program is', () => {
  const program = join(folder.path, 'load-worker.js');
  const editions = ['import "./pdf-1.js"', 'import "./pdf-2.js"', 'import "./pdf-1.js"'].map((content) => {
    writeFileSync(program, content);
    return editionOf(pathToFileURL(program));
  });
  expect(editions[1]).not.toBe(editions[0]);
  expect(editions[2]).toBe(editions[0]);
});

test('from its sources the edition is another when a reader is', () => {
  const readers = join(folder.path, 'readers');
  mkdirSync(join(readers, 'pdf'), { recursive: true });
  writeFileSync(join(readers, 'pdf', 'pdf.ts'), 'one');
  const edition = () => editionOf(new URL('file:///a/load-worker.ts'), pathToFileURL(`${readers}/`));
  const before = edition();
  expect(edition()).toBe(before);
  writeFileSync(join(readers, 'pdf', 'pdf.ts'), 'other');
  expect(edition()).not.toBe(before);
  expect(readingEdition()).toBe(readingEdition());
});
