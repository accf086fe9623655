import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFaults, corpusTable } from './corpus-table.ts';
import { readCorpus } from './read-corpus.ts';

/** Real files of 100 MB take half of it on a slow machine. */
const SECONDS_PER_FILE = 180;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: String(SECONDS_PER_FILE) },
    out: { type: 'string', default: 'corpus-results.md' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('Name the folder to read: npm run corpus -- DIR [--seconds N] [--out FILE]\n');
  process.exit(1);
}
const result = await readCorpus(resolve(folder), {
  secondsPerFile: Number(values.seconds),
  onFile: ({ path, outcome, seconds, peakMb }, done, total) => {
    const facts = `${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB`;
    process.stderr.write(`${done}/${total} ${outcome} ${path} (${facts})\n`);
  },
});
const table = corpusTable(result);
writeFileSync(values.out, table);
process.stdout.write(table);
process.exitCode = corpusFaults(result).length === 0 ? 0 : 1;
