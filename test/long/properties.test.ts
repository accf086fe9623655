import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe } from 'vitest';
import { cases } from '../helpers/builders/cases.ts';

/** The files with properties, which `npm test` tries with a tenth of the cases. */
const folder = join(import.meta.dirname, '..');
const files = ['unit', 'contract']
  .flatMap((part) => readdirSync(join(folder, part), { recursive: true, withFileTypes: true }))
  .filter(({ name }) => name.endsWith('.test.ts') && name !== 'fuzz.test.ts')
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((path) => readFileSync(path, 'utf8').includes("from 'fast-check'"));

// Those that say nothing of their cases try 100.
fc.configureGlobal(cases(100));

for (const file of files) {
  describe(relative(folder, file), async () => {
    await import(file);
  });
}
