import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';

const KEY = 'unfinishedImports';
const IdsSchema = z.array(z.string());

/** Which flows and stores are being filled from archives. It is kept in the database, so that a killed server leaves no half of one. */
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
