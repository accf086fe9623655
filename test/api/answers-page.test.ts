import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();
const page = readFileSync(new URL('../../docs/answers.md', import.meta.url), 'utf8');
let id: string;

beforeAll(async () => {
  ({ id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath })));
  await suite.api.upsert(id, [{ name: 'bees.txt', content: 'The bees are looked after by Tomasz.' }]);
});

const WAYS = [
  { language: 'sh', of: 'curl', program: 'bash', flag: '-euc' },
  { language: 'python', of: 'import', program: 'python3', flag: '-c' },
  { language: 'js', of: 'fetch', program: process.execPath, flag: '--input-type=module -e' },
] as const;

for (const { language, of, program, flag } of WAYS) {
  const isHere = spawnSync(of === 'curl' ? of : program, ['--version']).status === 0;
  test.skipIf(!isHere)(`the example in ${language} streams an answer as pasted`, async () => {
    const blocks = [...page.matchAll(/```(\w+)\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)];
    const example = blocks.find(([, name, code = '']) => name === language && code.includes(of))?.[2] ?? '';
    // Only the address differs: the example has the default port, which another program may hold here.
    const script = example.replace('http://127.0.0.1:3000', suite.server.url);
    expect(script).toContain(suite.server.url);
    const { stdout } = await promisify(execFile)(program, [...flag.split(' '), script], {
      env: { ...process.env, ID: id },
    });
    expect(stdout).toContain('The bees are looked after by Tomasz. [1]');
  });
}
