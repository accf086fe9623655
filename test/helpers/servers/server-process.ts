import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverEnv } from '../../../build/lib/server-env.mjs';

const READY = /^Tributary is ready: (http:\/\/\S+)$/m;

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** Its standard output so far. */
  readonly output: string;
  readonly errors: string;
  /** Asks it to stop, and waits. @returns the exit code */
  stop(signal?: 'SIGTERM' | 'SIGHUP'): Promise<number | null>;
  /** Kills it, as a power cut would, and waits. */
  kill(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly dataDir: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The limit of open files and connections. Not on Windows. */
  readonly mostFiles?: number;
  /** Its working directory. */
  readonly cwd?: string;
  /** Whether to run the built server, as `npm start` does (so it is if nothing is said), or the sources. */
  readonly isBuilt?: boolean;
  /** Whether it ends with this process, however that ends, as the server of the desktop app does. */
  readonly endsWithUs?: boolean;
  /** Another program than the sources or the built server, such as an installed one. */
  readonly program?: string;
}

function entry(isBuilt: boolean): string {
  return fileURLToPath(
    new URL(isBuilt ? '../../../dist/server/cli.js' : '../../../electron/server/cli.ts', import.meta.url),
  );
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (isRunning(child)) await once(child, 'exit');
  return child.exitCode;
}

/** Starts the server as a separate process on a free port, and waits for its ready line. Rejects with its output if it ends instead. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { isBuilt = true } = options;
  const program = options.program ?? entry(isBuilt);
  const args = [program, 'serve', '--headless', '--port', '0', '--data-dir', options.dataDir];
  const { mostFiles } = options;
  const command = [process.execPath, ...args, ...(options.args ?? [])];
  const limited = ['sh', '-c', `ulimit -n ${mostFiles} && exec "$0" "$@"`, ...command];
  const [first = '', ...rest] = mostFiles === undefined ? command : limited;
  const child = spawn(first, rest, {
    stdio: ['ignore', 'pipe', 'pipe', ...(options.endsWithUs === true ? ['ipc' as const] : [])],
    env: { ...(isBuilt ? serverEnv : process.env), ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  let output = '';
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = READY.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The server ended (${code ?? signal}) before it was ready:\n${errors}`)),
    );
  });
  return {
    url,
    pid: child.pid ?? 0,
    get isRunning() {
      return isRunning(child);
    },
    get output() {
      return output;
    },
    get errors() {
      return errors;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return waitForExit(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await waitForExit(child);
    },
  };
}
