// @ts-check
// `npm run lint`: every check that does not need to run the app. `--times` lists what each took.
import { runChecks } from './lib/run-checks.mjs';
import { typeChecks } from './lib/type-checks.mjs';

await runChecks(
  'Lint',
  [
    ...typeChecks,
    ['unused code', 'knip/bin/knip.js', []],
    [
      'layers',
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ['--config', '.dependency-cruiser.cjs', 'shared', 'electron', 'renderer', 'build', 'test'],
    ],
    ['format and rules', '@biomejs/biome/bin/biome', ['ci', '.']],
    ['pages made from the sources', '../build/make-docs.ts', ['--check']],
  ],
  process.argv.slice(2),
);
