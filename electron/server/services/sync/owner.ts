import type { RunResult } from '../../../../shared/api/runs.ts';
import type { FileChanges, WatchedFolder } from '../../core/document-loader.ts';
import type { CleanupMode } from '../../core/record-manager.ts';

/** A loader of what is kept in step. */
export interface SyncLoader {
  readonly id: string;
  readonly label: string;
  /**
   * For a loader of a folder.
   * @throws UserError INVALID_PARAM
   */
  readonly openFolder: (() => Promise<WatchedFolder>) | undefined;
  /** Whether its files are the sources of their chunks by their paths, so that one file can be brought without the others. */
  readonly isBySource: boolean;
}

/** A chatflow or document store, as keeping it in step sees it. */
export interface SyncOwner {
  /** Those that fetch by themselves. */
  readonly loaders: readonly SyncLoader[];
  readonly cleanup: CleanupMode;
  /** Another one whenever settings have changed that decide about what is stored. */
  readonly fingerprint: string;
}

/** What a refresh brings. */
export interface SyncWork {
  /** Whether only loaders that are named are loaded. */
  readonly isOnly: boolean;
  /** For loaders of folders. */
  readonly byLoader: ReadonlyMap<string, FileChanges>;
}

/** One kind of owner. */
export interface SyncOwners {
  has(ownerId: string): boolean;
  /** Its name, of one that is there. */
  nameOf(ownerId: string): string;
  /** @throws AppError why it can't be refreshed, and what to do */
  describe(ownerId: string): Promise<SyncOwner>;
  /**
   * Does it in ordinary runs.
   * @param onRun called with the id of each
   * @throws AppError as runs do
   */
  refresh(ownerId: string, work: SyncWork, onRun: (runId: string) => void): Promise<RunResult>;
}
