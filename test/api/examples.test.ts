import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { type SharedServer, shareTestServer } from '../helpers/servers/test-server.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const run = promisify(execFile);
let server: SharedServer;

beforeAll(async () => {
  server = await shareTestServer();
});

function isInstalled(program: string): boolean {
  const found = spawnSync(program, ['--version']).status === 0;
  if (!found) process.stderr.write(`\nTHE EXAMPLE FOR ${program} IS SKIPPED: it is not installed.\n\n`);
  return found;
}

const EXAMPLES = [
  { program: 'curl', command: 'bash', file: 'upsert.sh' },
  { program: 'python3', command: 'python3', file: 'upsert.py' },
  { program: process.execPath, command: process.execPath, file: 'upsert.mjs' },
];

const RowsSchema = z.array(z.object({ id: z.string() }));

const DONE = [
  'Upsert',
  'The same again writes nothing',
  'Query',
  'Store upsert',
  'Store query',
  'Chunks',
  'Store deleted',
  'Chatflow deleted',
];

describe.each(EXAMPLES)('examples/$file', ({ program, command, file }) => {
  test.skipIf(!isInstalled(program))('does all that it says, and leaves nothing behind', async () => {
    const api = createApiClient(server.url);
    const idsOf = async (path: string) => RowsSchema.parse((await api.get(path)).body).map(({ id }) => id);
    const rows = async () => [await idsOf('/chatflows'), await idsOf('/document-store/store')];
    const before = await rows();
    const { stdout } = await run(command, [file], { cwd: examples, env: { ...process.env, BASE_URL: server.url } });
    for (const step of DONE) expect(stdout).toContain(`${step}: ok\n`);
    expect(await rows()).toEqual(before);
  });

  test.skipIf(!isInstalled(program))('ends with a failure when there is no server', async () => {
    const env = { ...process.env, BASE_URL: 'http://127.0.0.1:9' };
    await expect(run(command, [file], { cwd: examples, env })).rejects.toThrow();
  });
});
