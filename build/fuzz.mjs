// @ts-check
// `npm run fuzz`: 5,000 random requests to a server, from a printed seed. To repeat one: `npm run fuzz -- --seed 123 --runs 20000`.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    runs: { type: 'string', default: '5000' },
  },
});

await ensureInstalled();
say(`Seed ${values.seed}: npm run fuzz -- --seed ${values.seed} --runs ${values.runs} does the same again`);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exitCode = await run(nodeBinary, [vitest, 'run', 'test/contract/fuzz.test.ts'], {
  cwd: root,
  env: { ...process.env, TRIBUTARY_FUZZ_SEED: values.seed, TRIBUTARY_FUZZ_RUNS: values.runs },
  stdout: 'inherit',
});
