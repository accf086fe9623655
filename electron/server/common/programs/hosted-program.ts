import { z } from 'zod';
import {
  type ProgramName,
  type ProgramNews,
  ProgramNewsSchema,
  type ProgramRequest,
} from '../../../../shared/ipc/server-messages.ts';
import type { Program, ProgramEnd } from './program.ts';

/** Messages as bytes (v8.serialize): who only passes them on need not read them. */
export type ByteProgram = Program<Uint8Array, Uint8Array>;

const BytesSchema = z.instanceof(Uint8Array);

/** A program that the main process starts for this server, with a port to it of its own. */
class HostedProgram implements ByteProgram {
  readonly #id: number;
  readonly #heardOut = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<ProgramEnd>();
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();
  /** Until it runs. */
  readonly #unsent: Uint8Array[] = [];
  #port: Electron.MessagePortMain | undefined;
  #pid: number | undefined;
  #isOpen = true;

  constructor(id: number) {
    this.#id = id;
  }

  readonly ended = Promise.all([this.#end.promise, this.#heardOut.promise]).then(([end]) => end);

  get pid(): number | undefined {
    return this.#pid;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  post(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    if (this.#port === undefined) this.#unsent.push(bytes);
    else this.#port.postMessage(bytes);
  }

  onMessage(listener: (bytes: Uint8Array) => void): void {
    this.#listeners.add(listener);
  }

  letGo(): void {
    this.#isOpen = false;
    this.#port?.close();
    this.#heardOut.resolve();
  }

  kill(): void {
    askMain({ kill: this.#id });
  }

  keepAlive(): void {
    // A utility process ends by order only.
  }

  takePort(port: Electron.MessagePortMain, pid: number): void {
    this.#pid = pid;
    this.#port = port;
    port.on('message', ({ data }) => {
      const bytes = BytesSchema.parse(data);
      for (const listener of this.#listeners) listener(bytes);
    });
    port.on('close', () => {
      this.#isOpen = false;
      this.#heardOut.resolve();
    });
    port.start();
    for (const bytes of this.#unsent.splice(0)) port.postMessage(bytes);
    // Let go of before it ran: it hears so now.
    if (!this.#isOpen) port.close();
  }

  /** Its last messages may come later than the news of its end. */
  takeEnd(end: ProgramEnd): void {
    this.#pid = undefined;
    if (this.#port === undefined) this.letGo();
    this.#end.resolve(end);
  }
}

const running = new Map<number, HostedProgram>();
let lastId = 0;

function askMain(request: ProgramRequest): void {
  process.parentPort.postMessage(request);
}

function takeNews(news: ProgramNews, port: Electron.MessagePortMain | undefined): void {
  if ('started' in news) {
    if (port !== undefined) running.get(news.started)?.takePort(port, news.pid);
    return;
  }
  const { ended, reason, lastWords } = news;
  running.get(ended)?.takeEnd({ reason, lastWords });
  running.delete(ended);
}

/** Has the main process start a program, in a utility process: Electron's binary is no Node for anybody else. */
export function hostProgram(name: ProgramName): ByteProgram {
  if (lastId === 0) {
    process.parentPort.on('message', ({ data, ports }) => {
      const news = ProgramNewsSchema.safeParse(data).data;
      if (news !== undefined) takeNews(news, ports[0]);
    });
  }
  lastId += 1;
  const program = new HostedProgram(lastId);
  running.set(lastId, program);
  askMain({ start: lastId, name });
  return program;
}
