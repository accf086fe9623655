import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestServer } from '../helpers/servers/test-server.ts';

test('the example of the page on keys works as pasted', async () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/keys-and-secrets.md', import.meta.url)), 'utf8');
  const example = /```sh\n(API=[^`]*)```/.exec(page)?.[1] ?? '';
  const server = await startTestServer();
  try {
    // Only the address differs: the example has the default port, which another program may hold here.
    const script = example.replace('http://127.0.0.1:3000', server.url);
    expect(script).toContain(server.url);
    const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
    expect(stdout).toMatch(/^\[\{"id":"[0-9a-f-]{36}","name":"My documents"/);
  } finally {
    await server.close();
  }
});
