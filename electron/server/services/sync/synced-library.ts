import { z } from 'zod';
import type { RunResult } from '../../../../shared/api/runs.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import type { WatchedFolder } from '../../core/document-loader.ts';
import type { CleanupMode } from '../../core/record-manager.ts';
import { openLoader } from '../../nodes/open-loader.ts';
import { paramsOf } from '../../pipeline/compile/open-nodes.ts';
import type { LoaderChanges } from '../../pipeline/load/source-part.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import type { UpsertService } from '../upserts/upsert-service.ts';

/** A loader of what is synced. */
export interface SyncLoader {
  readonly id: string;
  readonly label: string;
  /**
   * For a loader of a folder.
   * @throws UserError INVALID_PARAM
   */
  readonly openFolder: (() => Promise<WatchedFolder>) | undefined;
  /** Whether its files are the sources of their chunks by their paths, so that one file can be read without the others. */
  readonly isBySource: boolean;
}

/** A library, as syncing it sees it. */
export interface SyncedLibrary {
  /** Those that fetch by themselves. */
  readonly loaders: readonly SyncLoader[];
  readonly cleanup: CleanupMode;
  /** Another one whenever settings have changed that decide about what is stored. */
  readonly fingerprint: string;
}

/** What can be synced. */
export interface SyncedLibraries {
  has(id: string): boolean;
  /** @throws UserError CHATFLOW_NOT_FOUND */
  find(id: string): Pick<Library, 'name' | 'kind'>;
  /** @throws AppError why it can't be synced, and what to do */
  describe(id: string): Promise<SyncedLibrary>;
  /**
   * Stores what has changed, in ordinary runs.
   * @param onRun called with the id of each
   * @throws AppError as runs do
   */
  sync(id: string, changes: LoaderChanges, onRun: (runId: string) => void): Promise<RunResult>;
}

/** The settings that all record managers have. */
const RecordSettingsSchema = z.object({
  cleanup: z.enum(['none', 'incremental', 'full']),
  sourceIdKey: z.string().default('source'),
});

/** Metadata of a file of a folder that are its path: no two files of the folder have the same. */
const PATH_KEYS: ReadonlySet<string> = new Set(['source', 'path']);

/** @throws UserError INVALID_PARAM for its settings */
async function describeLoader(loader: PlannedNode, sourceIdKey: string, cacheFolder: string): Promise<SyncLoader> {
  const { id, label, definition } = loader;
  const opened = await openLoader(workingName(definition), paramsOf(loader));
  const openFolder = opened !== undefined && 'loadOrigin' in opened ? opened.openFolder : undefined;
  return {
    id,
    label,
    openFolder: openFolder === undefined ? undefined : () => openFolder(cacheFolder),
    isBySource: PATH_KEYS.has(sourceIdKey) && opened !== undefined && !Object.hasOwn(opened.metadata, sourceIdKey),
  };
}

export interface SyncedLibrariesOptions {
  readonly libraries: Pick<Libraries, 'has' | 'find'>;
  readonly upserts: Pick<UpsertService, 'sync'>;
  /** Of the loaders. */
  readonly cacheFolder: string;
}

export function createSyncedLibraries({ libraries, upserts, cacheFolder }: SyncedLibrariesOptions): SyncedLibraries {
  return {
    has: libraries.has,
    find: libraries.find,
    async describe(id) {
      const { fingerprint, recordManager, loaders, sourceIdKey } = libraries.find(id).syncPlan();
      const records = RecordSettingsSchema.parse(paramsOf(recordManager));
      const described: SyncLoader[] = [];
      for (const loader of loaders) {
        described.push(await describeLoader(loader, sourceIdKey ?? records.sourceIdKey, cacheFolder));
      }
      return { loaders: described, cleanup: records.cleanup, fingerprint };
    },
    sync: upserts.sync,
  };
}
