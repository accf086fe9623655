import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { RunSchema } from '../../../shared/api/runs.ts';
import { makeEnglishText } from '../../helpers/builders/english-text.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../../helpers/fakes/fake-openai.ts';
import { setUpWorkFolder } from '../../helpers/servers/cli-suite.ts';
import { type CliResult, CliUpsertSchema, parseOutput, runCli, startCli } from '../../helpers/servers/run-cli.ts';
import { startServerProcess } from '../../helpers/servers/server-process.ts';
import { shareTestServer } from '../../helpers/servers/test-server.ts';

/** How long to look for what is about to happen, on a busy machine. */
const SOON = { timeout: 30_000 };

const top = fileURLToPath(new URL('../../../', import.meta.url));
const FlowListSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }));

const work = setUpWorkFolder();
const { write } = work;

describe('without a running server', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;

  beforeEach(() => {
    folder = makeTemporaryFolder();
  });

  afterEach(() => folder.remove());

  function cli(...args: readonly string[]): Promise<CliResult> {
    return runCli([...args, '--data-dir', folder.path], { cwd: work.path });
  }

  test('one is started for the call, and is gone after it', async () => {
    write('bees.txt', 'The bees are looked after by Tomasz.');
    expect(parseOutput(await cli('upsert', 'My documents', 'bees.txt', '--json'), CliUpsertSchema)).toMatchObject({
      numAdded: 1,
    });
    expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
    const found = await cli('query', 'my documents', 'Who', 'looks', 'after', 'the', 'bees?');
    expect(found).toMatchObject({ code: 0, stderr: '' });
    expect(found.stdout).toContain('1. bees.txt, chunk 1 (');
    expect(found.stdout).toContain('Tomasz');
  });

  test('it stops orderly though nobody reads the output', async () => {
    const { child, ended } = startCli(['flows', '--data-dir', folder.path]);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
  });

  test('calls at the same time share the server that one of them starts, and none is cut off', async () => {
    write('long.txt', makeEnglishText(12_000, 3));
    const upsert = () => cli('upsert', 'My documents', 'long.txt', '--json');
    const results = await Promise.all([upsert(), cli('flows'), upsert(), cli('runs')]);
    for (const { code, stderr } of results) expect(code, stderr).toBe(0);
    const [one, , other] = results;
    const counts = [one, other].map((result) => parseOutput(result, CliUpsertSchema));
    const [first, second] = counts.toSorted((a, b) => b.numAdded - a.numAdded);
    expect(first?.numAdded).toBeGreaterThan(0);
    expect(second).toMatchObject({ numAdded: 0, numSkipped: first?.numAdded });
  });

  test('the example of the page on the command line works as pasted', async () => {
    const page = readFileSync(join(top, 'docs', 'cli.md'), 'utf8');
    const example = /```sh\n(npx tributary upsert[^`]*)```/.exec(page)?.[1] ?? '';
    expect(example.split('\n').filter((line) => line.startsWith('npx tributary '))).toHaveLength(4);
    // Only npx differs: there is no registry here.
    const npx = write(
      'bin/npx',
      `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(top, 'dist/server/cli.js')}" "$@"\n`,
    );
    chmodSync(npx, 0o755);
    const env = { ...process.env, PATH: `${dirname(npx)}:${process.env.PATH}`, TRIBUTARY_DATA_DIR: folder.path };
    // One for its commands: each starting its own is what the other tests are about.
    const server = await startServerProcess({ dataDir: folder.path });
    onTestFinished(async () => void (await server.stop()));
    const { stdout } = await promisify(execFile)('bash', ['-euc', example], { cwd: top, env });
    expect(stdout).toMatch(/^Added \d\d, updated 0/);
    expect(stdout).toContain('Tomasz Brandt');
    expect(stdout).toMatch(/^\[1\] .*: /m);
    expect(stdout).toMatch(/^No problems found\.$/m);
  });

  test('what a killed server left does not lead to another one at its address', async () => {
    const killed = await startServerProcess({ dataDir: folder.path });
    await killed.kill();
    const other = await shareTestServer();
    writeFileSync(join(folder.path, 'server.json'), JSON.stringify({ pid: process.pid, url: other.url }));
    const [mine] = parseOutput(await cli('flows', '--json'), FlowListSchema);
    const [theirs] = parseOutput(await runCli(['flows', '--json', '--url', other.url]), FlowListSchema);
    expect(mine?.id).not.toBe(theirs?.id);
  });

  test('--async says that it needs one', async () => {
    write('one.txt', 'Words.');
    const { code, stderr } = await cli('upsert', 'My documents', 'one.txt', '--async');
    expect(code).toBe(2);
    expect(stderr).toContain('start one with tributary serve');
  });

  test('Ctrl+C cancels the run, stops the server, and ends with 130', async () => {
    const held = await startFakeOpenAI({ reply: () => 'hang' });
    try {
      const flow = write(
        'held.json',
        JSON.stringify({
          name: 'Held',
          ...makeFlow({ basepath: held.basepath }),
          apiConfig: JSON.stringify({
            overrideConfig: { status: true, nodes: { 'Text File': [{ name: 'files', enabled: true }] } },
          }),
        }),
      );
      expect((await cli('flows', 'import', flow)).code).toBe(0);
      const file = write('one.txt', 'Words.');
      const { child, ended } = startCli(['upsert', 'Held', file, '--data-dir', folder.path]);
      await expect.poll(() => held.requests, SOON).toBe(1);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('cancelled') });
      expect(existsSync(join(folder.path, 'server.json'))).toBe(false);
      expect(parseOutput(await cli('runs', '--json'), z.array(RunSchema))).toMatchObject([{ status: 'CANCELLED' }]);
    } finally {
      await held.close();
    }
  });
});
