// `npm run docs`: writes docs/nodes.md from the nodes' definitions. With `--check` it writes nothing and fails if the page is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allNodeDefinitions } from '../shared/nodes/registry.ts';
import { describeNodes } from './docs/describe-nodes.ts';

const page = join(import.meta.dirname, '..', 'docs', 'nodes.md');
const wanted = describeNodes(allNodeDefinitions);
if (process.argv.includes('--check')) {
  const found = await readFile(page, 'utf8');
  if (found !== wanted) {
    process.stderr.write('docs/nodes.md is not what the definitions say: run npm run docs and commit the result.\n');
    process.exitCode = 1;
  }
} else await writeFile(page, wanted);
