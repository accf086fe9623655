import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { createServer } from 'node:net';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';

/** A database server of the machine's packages, with its own empty database in a temporary folder. */
export interface TestDatabase extends RunningProgram {
  /** Its certificate's text; empty without SSL. */
  readonly certificate: string;
}

export interface DatabaseOptions {
  readonly certificateFor?: string;
}

interface RunningProgram {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Ends the program and removes its folder. */
  stop(): Promise<void>;
}

export interface DatabaseProgram {
  /** Account for tests that run as root, which these programs refuse. */
  readonly account: string;
  /** Creates the empty database; `run` runs a program under that account. */
  prepare(folder: string, run: (command: string, args: string[]) => void): void;
  readonly command: string;
  args(folder: string, port: number): string[];
  /** The line on its standard error that says that it accepts connections. */
  readonly ready: RegExp;
  readonly user: string;
  readonly password: string;
}

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

function accountOf(name: string): Account {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

function untilReady(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The database ended early: ${said.slice(-2000)}`)));
    child.stderr?.on('data', (data: Buffer) => {
      said += data.toString();
      if (ready.test(said)) resolve();
    });
  });
}

/** Starts a program of {@link DatabaseProgram} on a free port. */
export async function startDatabaseProgram(program: DatabaseProgram): Promise<RunningProgram> {
  const folder = makeTemporaryFolder();
  const account = accountOf(program.account);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder.path, account.uid, account.gid);
  const options = {
    ...account,
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path, LC_ALL: 'C.UTF-8' },
  };
  program.prepare(folder.path, (command, args) => {
    execFileSync(command, args, { ...options, stdio: 'pipe' });
  });
  const port = await freePort();
  const child = spawn(program.command, program.args(folder.path, port), {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    folder.remove();
  };
  try {
    await untilReady(child, program.ready);
  } catch (error) {
    await stop();
    throw error;
  }
  return { host: '127.0.0.1', port, user: program.user, password: program.password, stop };
}
