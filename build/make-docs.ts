// `npm run docs`: writes what is made from the sources: pages of docs/, and the colours of data types. With `--check` it writes nothing and fails if one is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allNodeDefinitions } from '../shared/nodes/registry.ts';
import { describeDataTypes, styleDataTypes } from './docs/describe-data-types.ts';
import { describeFormats } from './docs/describe-formats.ts';
import { describeNodes } from './docs/describe-nodes.ts';
import { describeShortcuts } from './docs/describe-shortcuts.ts';

const root = join(import.meta.dirname, '..');
const design = join('docs', 'design-language.md');
const pages = {
  [join('docs', 'nodes.md')]: `${describeNodes(allNodeDefinitions)}\n${describeFormats()}\n`,
  [join('docs', 'shortcuts.md')]: describeShortcuts(),
  [design]: describeDataTypes(await readFile(join(root, design), 'utf8')),
  [join('renderer', 'styles', 'data-types.css')]: styleDataTypes(),
};

for (const [name, wanted] of Object.entries(pages)) {
  const page = join(root, name);
  if (!process.argv.includes('--check')) {
    await writeFile(page, wanted);
    continue;
  }
  if ((await readFile(page, 'utf8')) === wanted) continue;
  process.stderr.write(`${name} is not what the sources say: run npm run docs and commit the result.\n`);
  process.exitCode = 1;
}
