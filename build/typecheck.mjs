// @ts-check
// `npm run typecheck`: checks all types; after the first time only what changed.
import { runChecks } from './lib/run-checks.mjs';
import { typeChecks } from './lib/type-checks.mjs';

await runChecks('Types', typeChecks, process.argv.slice(2));
