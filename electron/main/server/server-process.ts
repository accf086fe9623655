import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, fromErrorData, OperationalError } from '../../../shared/errors/errors.ts';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import type { ServerStatus } from '../../../shared/ipc/bridge.ts';
import { HolderSchema, READY_LINE, ServerMessageSchema } from '../../../shared/ipc/server-messages.ts';
import { reachableAddress } from '../../../shared/net/reachable-address.ts';
import { t } from '../../../shared/texts/t.ts';
import type { ServerChild } from './server-child.ts';

export interface ServerLimits {
  /** Time limit from the start to the ready line, in ms, without the time that the server needs to open its data. */
  readonly readyMs: number;
  /** After this many ms of waiting for the data to be opened, the user is informed. */
  readonly longOpeningMs: number;
  /** Time limit from the request to stop until the server is killed, in ms, if it does not say how long it needs. The server promises less than 5 s. */
  readonly stopMs: number;
  /** How much longer than it said it needs, in ms. */
  readonly stopMarginMs: number;
  /** Pauses before the first, second, … restart of a crashed server, in ms. */
  readonly backOffMs: readonly number[];
  /** After the server has run this long, in ms, earlier crashes no longer count. */
  readonly steadyMs: number;
  /** How long a server that holds the data folder may take until it can be joined, or has ended, in ms. */
  readonly joinMs: number;
}

const SERVER_LIMITS: ServerLimits = {
  readyMs: 60_000,
  longOpeningMs: 5_000,
  stopMs: 8_000,
  stopMarginMs: 3_000,
  backOffMs: [200, 1_000, 3_000, 10_000, 30_000],
  steadyMs: 60_000,
  joinMs: 20_000,
};

export interface ServerProcessOptions {
  /** Of the app; a server of another one is not joined. */
  readonly version: string;
  /** Starts the program. `port` is set when the server must come back at its previous port, or at any free one ("0"). */
  readonly startChild: (port: string | undefined) => ServerChild;
  /** The key for credentials, for a server that asks for it; null if there is none that can be read. */
  readonly readKey: () => string | null;
  /** The server ended by itself. */
  readonly onCrash: (lastLines: readonly string[]) => void;
  readonly onStatus: (status: ServerStatus) => void;
  /** Opening the data takes long: they are being migrated, or there are many of them. */
  readonly onLongOpening: () => void;
  /** Receives every line that the server prints except the ready line, and the reason of a failed restart. */
  readonly onLine: (line: string) => void;
  readonly limits?: Partial<ServerLimits>;
}

/** How many of the server's last lines explain a failed start, or a crash. */
const LAST_LINES = 20;
/** Between two looks whether a server that is starting or stopping can be joined, in ms. */
const JOIN_AGAIN_MS = 500;
/** Stands for any port that is free. */
export const ANY_PORT = '0';

/** The address as the page calls it. Chromium can't read one of IPv6 in the page's policy; it knows by itself where `localhost` is. */
function pageAddress(url: string): string {
  return reachableAddress(url).replace('http://[::1]', 'http://localhost');
}

/** Between two looks whether the server still runs, in ms. */
const LOOK_MS = 1_000;

/** Whether a process of this machine runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

interface JoinedServer {
  readonly pid: number;
  readonly url: string;
}

/**
 * A server that another program has started on the data folder (`npm start -- --headless`, the command line): it is used as it is, never stopped, and
 * reports nothing about its upserts, which go on without the window.
 */
function joinServer({ pid, url }: JoinedServer): ServerChild {
  const stdout = new PassThrough();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const look = setInterval(() => {
    if (!isAlive(pid)) end();
  }, LOOK_MS);
  function end(): void {
    clearInterval(look);
    stdout.end();
    resolve();
  }
  stdout.write(`Tributary is ready: ${url}\n`);
  const unheard = () => undefined;
  return { stdout, stderr: new PassThrough().end(), ended, onMessage: unheard, tellKey: unheard, stop: end, kill: end };
}

/**
 * The server program and its life: started once, watched, restarted at the same address after a crash, shut down in order. A server that already runs on
 * the data folder is joined; when it ends, one of our own follows.
 */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  readonly #limits: ServerLimits;
  readonly #stopping = new AbortController();
  #child: ServerChild | undefined;
  #isJoined = false;
  #isReady = false;
  #port: string | undefined;
  #readyAt = 0;
  #crashes = 0;
  #runningUpserts = 0;
  #force: NodeJS.Timeout | undefined;
  readonly #idleWaiters = new Set<() => void>();

  constructor(options: ServerProcessOptions) {
    this.#options = options;
    this.#limits = { ...SERVER_LIMITS, ...options.limits };
  }

  /**
   * Starts the server, or joins the one that runs on the data folder.
   * @param port in place of the usual one
   * @returns its address
   * @throws AppError if it does not start, as the server says it; OperationalError WORKER_CRASHED or SERVICE_TIMEOUT if it says nothing,
   * DATA_FOLDER_IN_USE if there is another that can't be joined
   */
  async start(port = this.#port): Promise<string> {
    this.#isJoined = false;
    const deadlineMs = performance.now() + this.#limits.joinMs;
    for (;;) {
      this.#stopping.signal.throwIfAborted();
      try {
        return await this.#use(this.#options.startChild(port), this.#options.onCrash);
      } catch (error) {
        if (!(error instanceof OperationalError) || error.code !== 'DATA_FOLDER_IN_USE') throw error;
        const { pid, url, version } = HolderSchema.safeParse(error.details).data ?? {};
        // What a killed server has left names another process, until the one that holds the folder now has written its own name.
        if (pid !== undefined && url !== undefined && isAlive(pid)) return await this.#join({ pid, url, version });
        if (performance.now() > deadlineMs) throw error;
      }
      await sleep(JOIN_AGAIN_MS, undefined, { signal: this.#stopping.signal });
    }
  }

  async #join({ pid, url, version }: JoinedServer & { readonly version: string | undefined }): Promise<string> {
    const own = this.#options.version;
    if (version !== own) {
      throw new OperationalError(
        'DATA_FOLDER_IN_USE',
        t(
          'The server of another version of Tributary is using this data folder (process {pid}; this is version {own}): stop it, or update it, and start Tributary again.',
          { pid: String(pid), own },
        ),
      );
    }
    this.#isJoined = true;
    return await this.#use(joinServer({ pid, url }));
  }

  /** @param onCrash of a server of our own */
  async #use(child: ServerChild, onCrash?: ServerProcessOptions['onCrash']): Promise<string> {
    this.#child = child;
    this.#isReady = false;
    void child.ended.then(() => this.#setRunning(0));
    const { url, lastLines } = await this.#waitForReady(child);
    this.#port = new URL(url).port;
    this.#readyAt = Date.now();
    this.#isReady = true;
    void child.ended.then(() => {
      if (this.#stopping.signal.aborted) return undefined;
      onCrash?.(lastLines);
      return this.#restart(onCrash === undefined ? 'replacing' : 'starting');
    });
    return url;
  }

  /** Whether another program has started it. */
  get isJoined(): boolean {
    return this.#isJoined;
  }

  /** Hands the running server the key for credentials; null: the file has it. */
  tellKey(secretKey: string | null): void {
    this.#child?.tellKey({ secretKey });
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
    this.#force = setTimeout(() => child.kill(), this.#limits.stopMs);
    // One that is starting hears nothing, and has begun nothing that a start does not begin anew.
    if (this.#isReady) child.stop();
    else child.kill();
    await child.ended;
    clearTimeout(this.#force);
  }

  #waitLonger(child: ServerChild, stopsInMs: number): void {
    if (!this.#stopping.signal.aborted) return;
    clearTimeout(this.#force);
    this.#force = setTimeout(() => child.kill(), stopsInMs + this.#limits.stopMarginMs);
  }

  #waitForReady(child: ServerChild): Promise<{ readonly url: string; readonly lastLines: readonly string[] }> {
    const { onLine } = this.#options;
    const lastLines: string[] = [];
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(new OperationalError('SERVICE_TIMEOUT', t('The server was not ready in time: start Tributary again.')));
        child.kill();
      };
      const waitForLine = () => setTimeout(giveUp, this.#limits.readyMs);
      const waitForData = () => setTimeout(this.#options.onLongOpening, this.#limits.longOpeningMs);
      let limit = waitForLine();
      let isWaiting = true;
      const endWaiting = () => {
        isWaiting = false;
        clearTimeout(limit);
      };
      let failure: AppError | undefined;
      child.onMessage((message) => {
        const reported = ServerMessageSchema.safeParse(message).data;
        if (reported === undefined) return;
        if ('failed' in reported) failure = fromErrorData(reported.failed);
        else if ('stopsInMs' in reported) this.#waitLonger(child, reported.stopsInMs);
        else if ('asksFor' in reported) child.tellKey({ secretKey: this.#options.readKey() });
        else if ('opensData' in reported) {
          clearTimeout(limit);
          if (isWaiting) limit = reported.opensData ? waitForData() : waitForLine();
        } else this.#setRunning(reported.runningUpserts);
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = READY_LINE.exec(line)?.[1];
        if (url === undefined) return onLine(line);
        endWaiting();
        resolve({ url: pageAddress(url), lastLines });
      });
      createInterface({ input: child.stderr }).on('line', (line) => {
        onLine(line);
        lastLines.push(line);
        if (lastLines.length > LAST_LINES) lastLines.shift();
      });
      void child.ended.then(() => {
        endWaiting();
        const said = lastLines.join('\n');
        reject(
          failure ??
            new OperationalError('WORKER_CRASHED', said === '' ? t('The server stopped while starting.') : said),
        );
      });
    });
  }

  async #restart(state: 'starting' | 'replacing'): Promise<void> {
    const { onStatus, onLine } = this.#options;
    if (Date.now() - this.#readyAt >= this.#limits.steadyMs) this.#crashes = 0;
    let port = this.#port;
    while (!this.#stopping.signal.aborted) {
      const pauseMs = this.#limits.backOffMs[this.#crashes];
      this.#crashes += 1;
      if (pauseMs === undefined) {
        onStatus({ state: 'stopped' });
        return;
      }
      onStatus({ state });
      try {
        await sleep(pauseMs, undefined, { signal: this.#stopping.signal });
        const url = await this.start(port);
        onStatus({ state: 'restarted', url });
        return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        // The page does not mind another address.
        if (error instanceof OperationalError && error.code === 'PORT_IN_USE') port = ANY_PORT;
        onLine(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
