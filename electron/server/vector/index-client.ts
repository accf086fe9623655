import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { entryUrl } from '../workers/entry-url.ts';
import type { GraphLimits } from './graph/graph-keeper.ts';
import type { Manifest } from './graph/manifest.ts';
import { type FromIndexProcess, fromIndexProcessSchema, type ToIndexProcess } from './index-messages.ts';
import type { GraphAnswer } from './query-collection.ts';

/** Longer than a save blocks the process (0.5 s at 160 MB); beyond it the exact scan is the better answer. */
const SEARCH_MS = 1500;
const CLOSE_MS = 2000;
/** Pause before the first restart, doubled with each crash up to the longest. */
const RESTART_MS = 250;
const MAX_RESTART_MS = 30_000;
/** A process that lived so long was sound: the next crash counts as the first. */
const SOUND_AFTER_MS = 60_000;
/** A file with which the process dies so many times before the graph is open is not tried again. */
const MAX_DEATHS_WHILE_OPENING = 2;
/** What is kept of a dying process's last words. */
const STDERR_CHARS = 2000;

export interface IndexClientOptions {
  readonly databaseFile: string;
  readonly folder: string;
  readonly limits: GraphLimits;
  readonly log: Log;
  /** The process saved a graph: makes it the current one. */
  onSaved(manifest: Manifest): void;
  /** A saved graph kills the process when it is loaded: forgets it. */
  onPoisonous(collectionId: number): void;
  onEvent?(event: 'opened' | 'caughtUp' | 'saved' | 'exited', collectionId: number | undefined): void;
}

export interface IndexClient {
  /** Has the collection indexed as far as it is committed; starts the process at the first call. */
  follow(collectionId: number): void;
  /** undefined when the process is not there, not ready, too slow, or dies: never an error. */
  search(collectionId: number, vector: Float32Array, topK: number): Promise<GraphAnswer | undefined>;
  /** Of the running process. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/** The server's end of the index process: one child, started at the first need and again after a crash. */
export function createIndexClient(options: IndexClientOptions): IndexClient {
  const { log } = options;
  const followed = new Set<number>();
  const opened = new Set<number>();
  const deathsWhileOpening = new Map<number, number>();
  const pending = new Map<number, (answer: GraphAnswer | undefined) => void>();
  let child: ChildProcess | undefined;
  let restartTimer: NodeJS.Timeout | undefined;
  let crashes = 0;
  let startedMs = 0;
  let lastId = 0;
  let isClosed = false;

  function send(message: ToIndexProcess): void {
    // A process that has just died takes no more messages; its exit is being handled.
    if (child?.connected) child.send(message);
  }

  function receive(message: FromIndexProcess): void {
    switch (message.kind) {
      case 'answer':
        pending.get(message.id)?.({ after: message.after, candidates: message.candidates });
        return;
      case 'noAnswer':
        pending.get(message.id)?.(undefined);
        return;
      case 'opened':
        opened.add(message.collectionId);
        deathsWhileOpening.delete(message.collectionId);
        options.onEvent?.('opened', message.collectionId);
        return;
      case 'caughtUp':
        options.onEvent?.('caughtUp', message.collectionId);
        return;
      case 'saved': {
        const { collectionId, generation } = message.manifest;
        options.onSaved(message.manifest);
        send({ kind: 'confirmSaved', collectionId, generation });
        options.onEvent?.('saved', collectionId);
        return;
      }
      case 'warning':
        log.warn({}, message.message);
    }
  }

  function countDeathWhileOpening(collectionId: number): void {
    const deaths = (deathsWhileOpening.get(collectionId) ?? 0) + 1;
    deathsWhileOpening.set(collectionId, deaths);
    if (deaths < MAX_DEATHS_WHILE_OPENING) return;
    deathsWhileOpening.delete(collectionId);
    options.onPoisonous(collectionId);
  }

  function onExit(reason: string, lastWords: string): void {
    child = undefined;
    for (const resolve of [...pending.values()]) resolve(undefined);
    if (!isClosed) {
      for (const collectionId of followed) if (!opened.has(collectionId)) countDeathWhileOpening(collectionId);
      crashes = performance.now() - startedMs > SOUND_AFTER_MS ? 1 : crashes + 1;
      const pauseMs = Math.min(MAX_RESTART_MS, RESTART_MS * 2 ** (crashes - 1));
      log.warn(
        { reason, lastWords, pauseMs },
        'The index process ended and will be started again; searches use the exact scan meanwhile',
      );
      restartTimer = setTimeout(start, pauseMs).unref();
    }
    opened.clear();
    options.onEvent?.('exited', undefined);
  }

  function start(): void {
    startedMs = performance.now();
    const started = fork(entryUrl('index-process'), {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let lastWords = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-STDERR_CHARS);
    });
    started.on('message', (message: unknown) => receive(fromIndexProcessSchema.parse(message)));
    started.on('error', (error) => {
      log.error({ error: error.message }, 'The index process could not be reached');
      // One that could not even start has no exit to come.
      if (started.pid === undefined) onExit(error.message, '');
    });
    started.once('exit', (code, signal) => onExit(signal ?? `exit code ${code}`, lastWords));
    // The child must not keep a server that is done.
    started.unref();
    started.channel?.unref();
    if (started.stderr instanceof Socket) started.stderr.unref();
    child = started;
    send({ kind: 'start', databaseFile: options.databaseFile, folder: options.folder, limits: options.limits });
    for (const collectionId of followed) send({ kind: 'follow', collectionId });
  }

  function follow(collectionId: number): void {
    if (isClosed) return;
    followed.add(collectionId);
    if (child !== undefined) send({ kind: 'follow', collectionId });
    else if (crashes === 0) start();
  }

  function search(collectionId: number, vector: Float32Array, topK: number): Promise<GraphAnswer | undefined> {
    if (!opened.has(collectionId)) {
      if (!followed.has(collectionId)) follow(collectionId);
      return Promise.resolve(undefined);
    }
    lastId += 1;
    const id = lastId;
    return new Promise<GraphAnswer | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), SEARCH_MS);
      pending.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      send({ kind: 'search', id, collectionId, vector, topK });
    }).finally(() => pending.delete(id));
  }

  return {
    follow,
    search,
    get pid() {
      return child?.pid;
    },
    async close() {
      isClosed = true;
      clearTimeout(restartTimer);
      if (child === undefined) return;
      const closing = child;
      const exited = new Promise<void>((resolve) => {
        closing.once('exit', () => resolve());
      });
      closing.ref();
      send({ kind: 'close' });
      const timer = setTimeout(() => closing.kill('SIGKILL'), CLOSE_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}
