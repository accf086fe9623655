// `npm run texts`: takes what is no longer shown out of the catalogues of the window's texts, and says what lacks a translation. With `--check` it
// writes nothing and fails if there is any of either.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allNodeDefinitions } from '../shared/nodes/registry.ts';
import { LANGUAGES } from '../shared/texts/t.ts';
import { nodeTexts, readTexts } from './texts/read-texts.ts';

const root = join(import.meta.dirname, '..');
const shown = new Set([...readTexts(root).map(({ text }) => text), ...nodeTexts(allNodeDefinitions)]);

for (const language of LANGUAGES.filter((each) => each !== 'en')) {
  const path = join(root, 'shared/texts', `${language}.json`);
  const before = await readFile(path, 'utf8');
  const known: Record<string, string> = JSON.parse(before);
  const kept = Object.entries(known).filter(([text]) => shown.has(text));
  const sorted = kept.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const after = `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`;
  const missing = [...shown].filter((text) => known[text] === undefined);
  for (const text of missing) process.stdout.write(`${language}: ${JSON.stringify(text)}\n`);
  if (process.argv.includes('--check')) {
    if (missing.length === 0 && after === before) continue;
    process.stderr.write(`shared/texts/${language}.json is not what the window shows: run npm run texts.\n`);
    process.exitCode = 1;
  } else if (after !== before) await writeFile(path, after);
}
