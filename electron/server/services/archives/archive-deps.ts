import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { Log } from '../../core/log.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ArchiveRepository } from '../../storage/repositories/archive-repository.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import { localStorageOf, remoteNodesOf, storageOf } from '../libraries/storage.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RunService } from '../runs/run-service.ts';

export interface ArchiveDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'find' | 'create' | 'isNameTaken'>;
  readonly libraries: Pick<Libraries, 'find' | 'flow'>;
  readonly runs: Pick<RunService, 'newestOf'>;
  readonly archives: ArchiveRepository;
  readonly contents: Pick<ContentRepository, 'lastRun' | 'setLastRun'>;
  readonly originals: Pick<OriginalService, 'find' | 'listShown' | 'pathOf' | 'totalsOf' | 'takeOver' | 'addSource'>;
  readonly unfinished: UnfinishedImports;
  readonly stores: StoreAccess;
  /** Name of a stored credential; undefined when it is gone. */
  readonly credentialName: (id: string) => string | undefined;
  /** Starts the upsert of all of a store. */
  readonly upsertStore: (storeId: string) => Promise<{ readonly runId: string }>;
  /** Deletes a flow or store that an import could not fill, with what it holds here. */
  readonly remove: (id: string) => Promise<unknown>;
  readonly now: () => Date;
}

const KEY = 'unfinishedImports';
const IdsSchema = z.array(z.string());

/** Which flows and stores are being filled from archives. It is stored in the database, so that a killed server leaves no half of one. */
export function createUnfinishedImports(settings: SettingRepository) {
  const list = (): string[] => IdsSchema.parse(JSON.parse(settings.get(KEY) ?? '[]'));
  const save = (ids: readonly string[]) => settings.set(KEY, JSON.stringify(ids));
  return {
    list,
    begin: (id: string): void => save([...list(), id]),
    end: (id: string): void => save(list().filter((other) => other !== id)),
  };
}

export type UnfinishedImports = ReturnType<typeof createUnfinishedImports>;

export interface SettleImportsDeps {
  readonly unfinished: UnfinishedImports;
  readonly exists: (id: string) => boolean;
  /** Deletes a flow or store with what it holds here. */
  readonly remove: (id: string) => Promise<unknown>;
  readonly log: Log;
}

/** Removes the flows and stores whose import a killed server has not finished. To be called before the first call. */
export async function settleImports({ unfinished, exists, remove, log }: SettleImportsDeps): Promise<void> {
  for (const id of unfinished.list()) {
    log.warn({ id }, 'The server stopped while an archive was imported: what there is of it is removed');
    if (exists(id)) await remove(id);
    unfinished.end(id);
  }
}

/** Fills what was made and marked as unfinished; when that fails, nothing of it stays. */
export async function orRemove<T>(
  { unfinished, remove }: Pick<ArchiveDeps, 'unfinished' | 'remove'>,
  id: string,
  fill: () => Promise<T>,
): Promise<T> {
  try {
    const filled = await fill();
    unfinished.end(id);
    return filled;
  } catch (error) {
    await remove(id);
    unfinished.end(id);
    throw error;
  }
}

/** Where the data folder has the chunks and records of a library. */
export interface LocalPlace {
  readonly collection: string;
  /** Those that the settings may mean; records are in one of them at most. */
  readonly namespaces: readonly string[];
}

/**
 * A plan that can't run has a place all the same.
 * @throws UserError NOT_EXPORTABLE (422) for a library that does not store in one collection of the data folder
 */
export function localPlaceOf({ engine }: ArchiveDeps, library: Library): LocalPlace {
  const storage = storageOf(library, engine.values);
  const { collections, namespaces } = localStorageOf(storage);
  const [collection, another] = collections;
  if (collection === undefined || another !== undefined || remoteNodesOf(storage).length > 0) {
    throw new UserError(
      'NOT_EXPORTABLE',
      `“${library.name}” does not keep all that it stores in one collection of the data folder: export the flow without its contents, or give it a local vector store and local records.`,
    );
  }
  engine.vectorDeps.assertOpenTo?.(collection, library.id);
  return { collection, namespaces: [...new Set(namespaces)] };
}
