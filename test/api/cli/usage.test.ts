import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../electron/server/cli/commands.ts';
import { ErrorBodySchema } from '../../../shared/api/common.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { listenOnFreePort } from '../../helpers/fakes/listen-on-free-port.ts';
import { callCli, runCli, startCli } from '../../helpers/servers/run-cli.ts';

let work: ReturnType<typeof makeTemporaryFolder>;

beforeEach(() => {
  work = makeTemporaryFolder();
});

afterEach(() => work.remove());

describe('help and wrong usage', () => {
  test('the help names every command; each command has its own, with an example', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of ['serve', ...commands.keys()]) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    for (const [name, { load }] of commands) expect((await load()).help, name).toMatch(/^Example:$/m);
    for (const command of ['serve', 'flows']) {
      const own = await runCli([command, '--help']);
      expect(own, command).toMatchObject({ code: 0, stderr: '' });
      expect(own.stdout).toMatch(/^Example:$/m);
    }
  });

  test.each([
    ['a command that there is not', ['dance']],
    ['an option that there is not', ['query', 'a', 'b', '--loud']],
    ['no flow', ['upsert']],
  ])('%s ends with code 2 and says where to look', async (_what, args) => {
    const { code, stdout, stderr } = await runCli([...args, '--json', '--data-dir', join(work.path, 'untouched')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/: see tributary (\w+ )?--help\.\n$/);
    expect(ErrorBodySchema.parse(JSON.parse(stdout))).toMatchObject({ code: 'INVALID_USAGE' });
    expect(existsSync(join(work.path, 'untouched'))).toBe(false);
  });

  test.each([
    ['an option without its value', ['query', 'a', 'b', '--top-k']],
    ['a number that is none', ['query', 'a', 'b', '--top-k', 'many']],
    ['a mode that there is not', ['query', 'a', 'b', '--mode', 'magic']],
    ['a filter without a value', ['query', 'a', 'b', '--filter', 'source']],
    ['a setting without a value', ['upsert', 'a', '--set', 'Loader.metadata']],
    ['an address that is none', ['flows', '--url', 'example']],
    ['a run without an id', ['runs', 'show']],
    ['an export without a flow', ['flows', 'export']],
    ['a remote doctor', ['doctor', '--url', 'http://127.0.0.1:3000']],
  ])('%s is wrong usage, too', async (_what, [name = '', ...args]) => {
    const command = await commands.get(name)?.load();
    const given = [...args, '--json', '--data-dir', join(work.path, 'untouched')];
    await expect(command?.run(given, { env: {}, signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'INVALID_USAGE',
      message: expect.stringMatching(/: see tributary (\w+ )?--help\.$/),
    });
    expect(existsSync(join(work.path, 'untouched'))).toBe(false);
  });
});

test.each([[['serve', '--loud']], [['--loud']], [['serve', 'extra']]])(
  '%j ends with code 2 and says where to look',
  async (args) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('see tributary serve --help');
  },
);

test.each([
  ['a help', ['--help'], 0],
  ['a failure', ['flows', '--json', '--url', 'http://127.0.0.1:9'], 1],
  ['a wrong call', ['dance', '--json'], 2],
])('%s that nobody reads ends with its own code, without a trace', async (_what, args, code) => {
  const { child, ended } = startCli(args);
  child.stdout?.destroy();
  const result = await ended;
  expect(result.code).toBe(code);
  expect(result.stderr).not.toMatch(/EPIPE|\n +at /);
  const mute = startCli(args);
  mute.child.stderr?.destroy();
  expect(await mute.ended).toMatchObject({ code });
});

describe('a server at an address', () => {
  test('that does not answer is named', async () => {
    const { code, stderr } = await callCli(['flows', '--url', 'http://127.0.0.1:9']);
    expect(code).toBe(1);
    expect(stderr).toBe('No answer from http://127.0.0.1:9: check that the server runs there, or leave --url out.\n');
  });

  test('that is no Tributary is recognised', async () => {
    const other = await listenOnFreePort(createServer((_request, response) => response.end('<html>')));
    try {
      const { code, stderr } = await callCli(['flows', '--url', other.origin]);
      expect(code).toBe(1);
      expect(stderr).toContain('check that a Tributary of this version runs there');
    } finally {
      await other.close();
    }
  });

  test('gets the key of the environment; where it redirects to does not', async () => {
    const seen: (string | undefined)[] = [];
    const target = await listenOnFreePort(
      createServer((request, response) => {
        seen.push(`target ${request.url}`);
        response.end('[]');
      }),
    );
    const first = await listenOnFreePort(
      createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(307, { location: `${target.origin}${request.url}` }).end();
      }),
    );
    try {
      const { code, stdout, stderr } = await callCli(['flows', '--json', '--url', first.origin], {
        env: { TRIBUTARY_API_KEY: 'secret-key' },
      });
      expect(code).toBe(1);
      expect(seen).toEqual(['Bearer secret-key']);
      expect(stdout + stderr).not.toContain('secret-key');
    } finally {
      await first.close();
      await target.close();
    }
  });
});
