import { dirname, join } from 'node:path';
import { MessageChannelMain, type MessagePortMain, type UtilityProcess, utilityProcess } from 'electron';
import {
  environmentFor,
  type ProgramName,
  type ProgramNews,
  type ProgramRequest,
  ProgramRequestSchema,
  STOP_MESSAGE,
} from '../../../shared/ipc/server-messages.ts';
import { addWords } from '../../../shared/last-words.ts';
import type { ServerChild, ServerProgram } from './server-child.ts';
import { readOutput } from './utility-output.ts';

/** Tells the server of a program; with the news that it runs goes the port to it. */
type Tell = (news: ProgramNews, ports: MessagePortMain[]) => void;

/**
 * The programs of one server in a utility process. Electron's binary can't be made a plain Node (the fuse `runAsNode` is off), so the main process
 * starts them, at the server's request, out of its folder.
 */
class Programs {
  readonly #folder: string;
  readonly #tell: Tell;
  readonly #running = new Map<number, { readonly child: UtilityProcess; isUnwanted: boolean }>();

  constructor(folder: string, tell: Tell) {
    this.#folder = folder;
    this.#tell = tell;
  }

  /** Does what the server asks about a program; any other message is somebody else's. */
  take(message: unknown): void {
    const request: ProgramRequest | undefined = ProgramRequestSchema.safeParse(message).data;
    if (request === undefined) return;
    if ('start' in request) this.#start(request.start, request.name);
    else this.#kill(request.kill);
  }

  /** The server is gone. */
  killAll(): void {
    for (const id of this.#running.keys()) this.#kill(id);
  }

  #start(id: number, name: ProgramName): void {
    const child = utilityProcess.fork(join(this.#folder, `${name}.js`), [], {
      serviceName: `Tributary ${name}`,
      env: environmentFor(name, process.env),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const program = { child, isUnwanted: false };
    this.#running.set(id, program);
    let lastWords = '';
    const { stdout, stderr, ended } = readOutput(child);
    stdout.resume();
    stderr.setEncoding('utf8').on('data', (text: string) => {
      lastWords = addWords(lastWords, text);
    });
    child.once('spawn', () => {
      if (child.pid === undefined) return;
      if (program.isUnwanted) this.#kill(id);
      const { port1, port2 } = new MessageChannelMain();
      child.postMessage(null, [port1]);
      this.#tell({ started: id, pid: child.pid }, [port2]);
    });
    void ended.then((code) => {
      this.#running.delete(id);
      this.#tell({ ended: id, reason: `exit code ${code}`, lastWords }, []);
    });
  }

  #kill(id: number): void {
    const program = this.#running.get(id);
    if (program === undefined) return;
    // One that has no process yet is ended when it has.
    program.isUnwanted = true;
    if (program.child.pid !== undefined) process.kill(program.child.pid, 'SIGKILL');
  }
}

/** Starts the server in Electron's own Node, in a process without a window; the programs that it asks for likewise. The app must be ready. */
export function forkUtilityServer({ entry, args, env }: ServerProgram): ServerChild {
  const child = utilityProcess.fork(entry, [...args], {
    stdio: 'pipe',
    serviceName: 'Tributary server',
    env: { ...process.env, ...env },
  });
  const { stdout, stderr, ended } = readOutput(child);
  const programs = new Programs(dirname(entry), (news, ports) => child.postMessage(news, ports));
  child.on('message', (message) => programs.take(message));
  child.once('exit', () => programs.killAll());
  function kill(): void {
    // One that has no process yet is ended when it has.
    if (child.pid === undefined) child.once('spawn', kill);
    else process.kill(child.pid, 'SIGKILL');
  }
  return {
    stdout,
    stderr,
    ended: ended.then(() => undefined),
    onMessage(listener) {
      child.on('message', listener);
    },
    tellKey(message) {
      child.postMessage(message);
    },
    stop() {
      child.postMessage(STOP_MESSAGE);
    },
    kill,
  };
}
