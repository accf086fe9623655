// @ts-check
// `npm run lint`: every check that does not need to run the app.
import { runChecks } from './lib/run-checks.mjs';
import { typeChecks } from './lib/type-checks.mjs';

await runChecks('Lint', [
  ['format and rules', '@biomejs/biome/bin/biome', ['ci', '.']],
  [
    'layers',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['--config', '.dependency-cruiser.cjs', 'shared', 'electron', 'renderer', 'build', 'test'],
  ],
  ...typeChecks,
  ['unused code', 'knip/bin/knip.js', []],
  ['pages made from the sources', '../build/make-docs.ts', ['--check']],
]);
