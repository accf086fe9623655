import type { Pace } from './search/search-messages.ts';

/** No commit for so long: the run is over, or waits for something; then the caches may have the cores. */
const QUIET_MS = 200;
/** Changes after which the keyword index starts anyway, so that a long run does not leave it all to the end: about 3 s of work. */
const BACKLOG_ROWS = 32_768;

export interface CommitWatchOptions {
  /** Rows are to be indexed. */
  follow(collectionId: number, pace: Pace): void;
  /** Metadata of chunks that were there before was changed, and that is committed. */
  metadataChanged(collectionId: number, chunkIds: readonly number[]): void;
  /** A run is writing, or no longer is: meanwhile the work on earlier commits pauses. */
  hold(isHeld: boolean): void;
}

/** Decides when the caches (keyword index, graph) index commits: they must not take a core from a run that is writing. */
export class CommitWatch {
  readonly #options: CommitWatchOptions;
  readonly #backlog = new Map<number, number>();
  readonly #rewritten = new Map<number, readonly number[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CommitWatchOptions) {
    this.#options = options;
  }

  /** Something was written; it may not be committed yet. */
  wrote(collectionId: number, rows: number): void {
    if (rows > 0) this.#backlog.set(collectionId, (this.#backlog.get(collectionId) ?? 0) + rows);
  }

  /** Metadata was changed; it may not be committed yet. */
  rewrote(collectionId: number, chunkIds: readonly number[]): void {
    this.#rewritten.set(collectionId, [...(this.#rewritten.get(collectionId) ?? []), ...chunkIds]);
  }

  committed(collectionId: number): void {
    const rewritten = this.#rewritten.get(collectionId);
    if (rewritten !== undefined) this.#options.metadataChanged(collectionId, rewritten);
    this.#rewritten.delete(collectionId);
    if (this.#timer === undefined) {
      this.#options.hold(true);
      this.#timer = setTimeout(() => this.#onQuiet(), QUIET_MS).unref();
    } else this.#timer.refresh();
    if ((this.#backlog.get(collectionId) ?? 0) < BACKLOG_ROWS) return;
    // The rest is reported when it is quiet: one row stands for any number.
    this.#backlog.set(collectionId, 1);
    this.#options.follow(collectionId, 'gentle');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #onQuiet(): void {
    this.#timer = undefined;
    this.#options.hold(false);
    const collections = [...this.#backlog.keys()];
    this.#backlog.clear();
    for (const collectionId of collections) this.#options.follow(collectionId, 'full');
  }
}
