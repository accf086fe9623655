import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperationalError } from '../../../shared/errors/errors.ts';
import type { ServerStatus } from '../../../shared/ipc/bridge.ts';
import { READY_LINE, UpsertsMessageSchema } from '../../../shared/ipc/server-messages.ts';
import type { ServerChild } from './server-child.ts';

export interface ServerLimits {
  /** Time limit from the start to the ready line, in ms. It includes migrations of a large database. */
  readonly readyMs: number;
  /** Time limit from the request to stop until the server is killed, in ms. The server promises less than 5 s. */
  readonly stopMs: number;
  /** Pauses before the first, second, … restart of a crashed server, in ms. */
  readonly backOffMs: readonly number[];
  /** After the server has run this long, in ms, earlier crashes no longer count. */
  readonly steadyMs: number;
}

const SERVER_LIMITS: ServerLimits = {
  readyMs: 60_000,
  stopMs: 8_000,
  backOffMs: [200, 1_000, 3_000, 10_000, 30_000],
  steadyMs: 60_000,
};

export interface ServerProcessOptions {
  /** Starts the program. `port` is set when the server must come back at its previous port. */
  readonly startChild: (port: string | undefined) => ServerChild;
  readonly onStatus: (status: ServerStatus) => void;
  /** Receives every line that the server prints except the ready line, and the reason of a failed restart. */
  readonly onLine: (line: string) => void;
  readonly limits?: Partial<ServerLimits>;
}

/** How many of the server's last lines explain a failed start. */
const LAST_LINES = 5;

/** The server program and its life: started once, watched, restarted at the same address after a crash, shut down in order. */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  readonly #limits: ServerLimits;
  readonly #stopping = new AbortController();
  #child: ServerChild | undefined;
  #port: string | undefined;
  #readyAt = 0;
  #crashes = 0;
  #runningUpserts = 0;
  readonly #idleWaiters = new Set<() => void>();

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.#limits = { ...SERVER_LIMITS, ...options.limits };
  }

  /**
   * Starts the server.
   * @returns its address
   * @throws OperationalError WORKER_CRASHED or SERVICE_TIMEOUT if it does not start; the message has its last lines
   */
  async start(): Promise<string> {
    const child = this.#options.startChild(this.#port);
    this.#child = child;
    child.onMessage((message) => {
      const told = UpsertsMessageSchema.safeParse(message);
      if (told.success) this.#setRunning(told.data.runningUpserts);
    });
    void child.ended.then(() => this.#setRunning(0));
    const url = await this.#waitForReady(child);
    this.#port = new URL(url).port;
    this.#readyAt = Date.now();
    void child.ended.then(() => this.#restart());
    return url;
  }

  /** How many upserts are running, by the server's last message. */
  get runningUpserts(): number {
    return this.#runningUpserts;
  }

  /** Settles when no upsert is running, or the signal aborts. */
  async untilIdle(signal: AbortSignal): Promise<void> {
    if (this.#runningUpserts === 0 || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idleWaiters.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#idleWaiters.delete(resolve);
  }

  #setRunning(count: number): void {
    this.#runningUpserts = count;
    if (count > 0) return;
    for (const resolve of this.#idleWaiters) resolve();
  }

  /** Stops the server, and kills it if it does not end in time. Settles when it has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (child === undefined) return;
    const force = setTimeout(() => child.kill(), this.#limits.stopMs);
    child.stop();
    await child.ended;
    clearTimeout(force);
  }

  #waitForReady(child: ServerChild): Promise<string> {
    const { onLine } = this.#options;
    const lastLines: string[] = [];
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        reject(new OperationalError('SERVICE_TIMEOUT', 'The server was not ready in time: start Tributary again.'));
        child.kill();
      }, this.#limits.readyMs);
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = READY_LINE.exec(line)?.[1];
        if (url === undefined) return onLine(line);
        clearTimeout(limit);
        resolve(url);
      });
      createInterface({ input: child.stderr }).on('line', (line) => {
        onLine(line);
        lastLines.push(line);
        if (lastLines.length > LAST_LINES) lastLines.shift();
      });
      void child.ended.then(() => {
        clearTimeout(limit);
        const said = lastLines.join('\n');
        reject(new OperationalError('WORKER_CRASHED', said === '' ? 'The server stopped while starting.' : said));
      });
    });
  }

  async #restart(): Promise<void> {
    const { onStatus, onLine } = this.#options;
    if (Date.now() - this.#readyAt >= this.#limits.steadyMs) this.#crashes = 0;
    while (!this.#stopping.signal.aborted) {
      const pauseMs = this.#limits.backOffMs[this.#crashes];
      this.#crashes += 1;
      if (pauseMs === undefined) {
        onStatus({ state: 'stopped', message: 'The server keeps stopping: quit Tributary and start it again.' });
        return;
      }
      onStatus({ state: 'starting', message: 'The server stopped unexpectedly and is being started again.' });
      try {
        await sleep(pauseMs, undefined, { signal: this.#stopping.signal });
        await this.start();
        onStatus({ state: 'restarted', message: 'The server is back. No committed data was lost.' });
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        onLine(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
