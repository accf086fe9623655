import type { GraphSettings } from '../../../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Program, ProgramEnd } from '../../../common/programs/program.ts';
import { startProgram } from '../../../common/programs/start-program.ts';
import type { Log } from '../../../core/log.ts';
import type { GraphAnswer } from './graph-answer.ts';
import { deleteOtherGraphs } from './graph-file.ts';
import type { GraphLimits } from './graph-sync.ts';
import { type FromIndexProcess, fromIndexProcessSchema, type ToIndexProcess } from './index-messages.ts';
import type { Manifest } from './manifest.ts';

/** Longer than a save blocks the process (0.5 s at 160 MB); beyond it the exact scan is the better answer. */
const SEARCH_MS = 1500;
/** What the process may take to end, beside saving: less than the server. */
const CLOSE_MS = 4000;
/** A slow disk writes so many bytes in a ms, and reads them again. */
const SAVED_BYTES_A_MS = 50_000;
/** Whatever there is to save. */
const MAX_SAVING_MS = 60_000;
/** Pause before the first restart, doubled with each crash up to the longest. */
const RESTART_MS = 250;
const MAX_RESTART_MS = 30_000;
/** A process that lived so long was sound: the next crash counts as the first. */
const SOUND_AFTER_MS = 60_000;
/** A file with which the process dies so many times before the graph is open is not tried again. */
const MAX_DEATHS_WHILE_OPENING = 2;

/** What is asked of a graph. */
export interface GraphQuestion extends Pick<GraphSettings, 'metric' | 'ef'> {
  readonly vector: Float32Array;
  readonly topK: number;
}

export type IndexEvent = 'started' | 'opened' | 'caughtUp' | 'saved' | 'exited';

export interface IndexClientOptions {
  readonly databaseFile: string;
  readonly folder: string;
  readonly limits: GraphLimits;
  readonly log: Log;
  /** The process saved a graph: makes it the current one. */
  onSaved(manifest: Manifest): void;
  /** Size of a collection's graph, in bytes. */
  graphBytes(collectionId: number): number;
  /** A saved graph kills the process when it is loaded: forgets it. */
  onPoisonous(collectionId: number): void;
  onEvent?(event: IndexEvent, collectionId: number | undefined): void;
}

/** The server's end of the index process: one child, started at the first need and again after a crash. */
export class IndexClient {
  readonly #options: IndexClientOptions;
  readonly #followed = new Set<number>();
  /** Where graphs stood when they were last heard of; none that is not open. */
  readonly #opened = new Map<number, number>();
  /** Where graphs stand that have nothing to do. */
  readonly #caughtUp = new Map<number, number>();
  readonly #deathsWhileOpening = new Map<number, number>();
  readonly #pending = new Map<number, (answer: GraphAnswer | undefined) => void>();
  #program: Program | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #crashes = 0;
  #startedMs = 0;
  #lastId = 0;
  #isClosed = false;
  /** Of the process that has closed. */
  #unsaved: number | undefined;

  constructor(options: IndexClientOptions) {
    this.#options = options;
  }

  /** Of the running process. */
  get pid(): number | undefined {
    return this.#program?.pid;
  }

  /** Has the collection indexed as far as it is committed; starts the process at the first call. */
  follow(collectionId: number): void {
    if (this.#isClosed) return;
    this.#followed.add(collectionId);
    this.#caughtUp.delete(collectionId);
    if (this.#program !== undefined) this.#send({ kind: 'follow', collectionId });
    else if (this.#restartTimer === undefined) this.#start();
  }

  /** Throws the collection's graph away, in memory and on the disk, until it is followed again. */
  forget(collectionId: number): void {
    for (const kept of [this.#followed, this.#opened, this.#caughtUp]) kept.delete(collectionId);
    if (this.#program === undefined) deleteOtherGraphs(this.#options.folder, collectionId, undefined);
    else this.#send({ kind: 'forget', collectionId });
  }

  /** Where the graph stood in the log when it was last heard of; undefined until it is open. */
  knownPosition(collectionId: number): number | undefined {
    return this.#opened.get(collectionId);
  }

  /** How far the graph has read the log; 0 while it is at work, undefined when nobody follows the collection. */
  replayedUpTo(collectionId: number): number | undefined {
    return this.#followed.has(collectionId) ? (this.#caughtUp.get(collectionId) ?? 0) : undefined;
  }

  /** undefined when the process is not there, not ready, too slow, or dies: never an error. */
  async search(collectionId: number, { vector, topK, metric, ef }: GraphQuestion): Promise<GraphAnswer | undefined> {
    if (!this.#followed.has(collectionId)) this.follow(collectionId);
    if (!this.#opened.has(collectionId)) return undefined;
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<GraphAnswer | undefined>();
    const timer = setTimeout(() => resolve(undefined), SEARCH_MS);
    this.#pending.set(id, resolve);
    this.#send({ kind: 'search', id, collectionId, vector, topK, metric, ef });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  /** Has the building rest, or go on; questions are answered all the same. */
  hold(isHeld: boolean): void {
    this.#send({ kind: 'hold', isHeld });
  }

  /** How long the graphs may take to be saved, in ms. */
  get savingMs(): number {
    if (this.#program === undefined) return 0;
    const bytes = [...this.#followed].reduce((sum, id) => sum + this.#options.graphBytes(id), 0);
    return Math.min(MAX_SAVING_MS, Math.ceil(bytes / SAVED_BYTES_A_MS));
  }

  /**
   * Ends the process, after it has saved what it has built.
   * @returns how many changes are to be taken in again by the next one; undefined when it had to be killed, or did not run
   */
  async close(): Promise<number | undefined> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    const program = this.#program;
    if (program === undefined) return undefined;
    program.keepAlive(true);
    program.post({ kind: 'close' } satisfies ToIndexProcess);
    const limitMs = CLOSE_MS + this.savingMs;
    const timer = setTimeout(() => {
      this.#options.log.warn({ limitMs }, 'The search index was not saved in time: what is missing is built again');
      program.kill();
    }, limitMs);
    await program.ended;
    clearTimeout(timer);
    return this.#unsaved;
  }

  #send(message: ToIndexProcess): void {
    this.#program?.post(message);
  }

  #start(): void {
    this.#restartTimer = undefined;
    this.#startedMs = performance.now();
    const program = startProgram('index-process');
    this.#program = program;
    program.onMessage((message) => this.#receive(fromIndexProcessSchema.parse(message)));
    void program.ended.then((end) => this.#onEnd(end));
    // It must not keep a server that is done.
    program.keepAlive(false);
    const { databaseFile, folder, limits } = this.#options;
    this.#send({ kind: 'start', databaseFile, folder, limits });
    for (const collectionId of this.#followed) this.#send({ kind: 'follow', collectionId });
    this.#options.onEvent?.('started', undefined);
  }

  #receive(message: FromIndexProcess): void {
    const { onEvent, onSaved, log } = this.#options;
    switch (message.kind) {
      case 'answer':
        this.#pending.get(message.id)?.({ after: message.after, candidates: message.candidates });
        return;
      case 'noAnswer':
        this.#pending.get(message.id)?.(undefined);
        return;
      case 'opened':
        this.#opened.set(message.collectionId, message.position);
        this.#deathsWhileOpening.delete(message.collectionId);
        onEvent?.('opened', message.collectionId);
        return;
      case 'caughtUp':
        this.#caughtUp.set(message.collectionId, message.position);
        this.#opened.set(message.collectionId, message.position);
        onEvent?.('caughtUp', message.collectionId);
        return;
      case 'saved': {
        const { collectionId, generation } = message.manifest;
        // Forgotten meanwhile: the file goes when the process hears of it.
        if (!this.#followed.has(collectionId)) return;
        onSaved(message.manifest);
        this.#send({ kind: 'confirmSaved', collectionId, generation });
        onEvent?.('saved', collectionId);
        return;
      }
      case 'warning':
        log.warn({}, message.message);
        return;
      case 'closed':
        this.#unsaved = message.unsaved;
        // What it has saved came before.
        this.#program?.letGo();
        return;
    }
  }

  #countDeathWhileOpening(collectionId: number): void {
    const deaths = (this.#deathsWhileOpening.get(collectionId) ?? 0) + 1;
    this.#deathsWhileOpening.set(collectionId, deaths);
    if (deaths < MAX_DEATHS_WHILE_OPENING) return;
    this.#deathsWhileOpening.delete(collectionId);
    this.#options.onPoisonous(collectionId);
  }

  #onEnd({ reason, lastWords }: ProgramEnd): void {
    this.#program = undefined;
    for (const resolve of [...this.#pending.values()]) resolve(undefined);
    if (!this.#isClosed) {
      for (const id of this.#followed) if (!this.#opened.has(id)) this.#countDeathWhileOpening(id);
      this.#crashes = performance.now() - this.#startedMs > SOUND_AFTER_MS ? 1 : this.#crashes + 1;
      const pauseMs = Math.min(MAX_RESTART_MS, RESTART_MS * 2 ** (this.#crashes - 1));
      this.#options.log.warn(
        { reason, lastWords, pauseMs },
        'The index process ended and will be started again; searches use the exact scan meanwhile',
      );
      this.#restartTimer = setTimeout(() => this.#start(), pauseMs).unref();
    }
    this.#opened.clear();
    this.#caughtUp.clear();
    this.#options.onEvent?.('exited', undefined);
  }
}
