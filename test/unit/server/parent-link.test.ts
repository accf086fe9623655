import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../helpers/servers/tell-gone-parent.ts', import.meta.url));

test('a message to a launcher that has just ended does not disturb the shutdown', async () => {
  const child = fork(script, { stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
  const ended = once(child, 'exit');
  const told = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))));
  await once(child, 'message');
  child.disconnect();
  child.stdin?.end();
  expect(await ended).toEqual([0, null]);
  expect(await told).toEqual(['stopped\n', '']);
});
