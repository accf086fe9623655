// `npm run docs`: writes the pages of docs/ that are made from the sources. With `--check` it writes nothing and fails if one is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allNodeDefinitions } from '../shared/nodes/registry.ts';
import { describeFormats } from './docs/describe-formats.ts';
import { describeNodes } from './docs/describe-nodes.ts';
import { describeShortcuts } from './docs/describe-shortcuts.ts';

const pages = {
  'nodes.md': `${describeNodes(allNodeDefinitions)}\n${describeFormats()}\n`,
  'shortcuts.md': describeShortcuts(),
};

for (const [name, wanted] of Object.entries(pages)) {
  const page = join(import.meta.dirname, '..', 'docs', name);
  if (!process.argv.includes('--check')) {
    await writeFile(page, wanted);
    continue;
  }
  if ((await readFile(page, 'utf8')) === wanted) continue;
  process.stderr.write(`docs/${name} is not what the sources say: run npm run docs and commit the result.\n`);
  process.exitCode = 1;
}
