import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

/** Looks that often, not to take the time that the others need. */
const POLL_MS = 20;
const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .map(Number)
    .filter((child) => child > 0);
}

/** Time that a process has had so far, in ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]);
}

test.skipIf(process.platform !== 'linux')(
  'the reader of a SQLite file ends with the server, in the middle of a query too',
  async () => {
    const file = join(folder.path, 'a.db');
    new BetterSqlite3(file).exec('CREATE TABLE a (x)').close();
    const program = fileURLToPath(new URL('../../../../helpers/builders/endless-query.ts', import.meta.url));
    const server = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(server.stdout, 'data');
    const pid = server.pid ?? 0;
    let reader: number | undefined;
    // Working for a while: it is in the query.
    while (reader === undefined || ticksOf(reader) < 50) {
      await pause(POLL_MS);
      [reader] = childrenOf(pid);
    }
    server.kill('SIGKILL');
    await once(server, 'exit');
    while (existsSync(`/proc/${reader}`)) await pause(POLL_MS);
    expect(existsSync(`/proc/${reader}`)).toBe(false);
  },
);
