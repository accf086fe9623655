// @ts-check
// `npm run typecheck`: types of everything; after the first time only what changed is looked at.
import { runChecks } from './lib/run-checks.mjs';
import { typeChecks } from './lib/type-checks.mjs';

await runChecks('Types', typeChecks);
