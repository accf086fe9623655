// @ts-check
// `npm run corpus -- DIR`: reads every file under a folder as File Loader does and writes corpus-results.md: formats, refusals with reasons, what was read in part, time and
// memory; of PDFs the words that pdftotext finds, too, where it is installed.
// Exits with 1 if a file ends in an error of ours or a hang, takes more than 600 MB above the idle process, or memory does not come back.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

try {
  await ensureInstalled();
  const corpus = join(root, 'test', 'bench', 'corpus', 'corpus.ts');
  // npm starts every script in the project's folder; paths are meant from where it was called.
  const cwd = process.env.INIT_CWD ?? root;
  process.exitCode = await run(nodeBinary, [corpus, ...process.argv.slice(2)], { cwd, stdout: 'inherit' });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
