import { z } from 'zod';
import type { Log } from '../../core/log.ts';
import type { SettingRepository } from '../../storage/repositories/setting-repository.ts';

const KEY = 'unfinishedImports';
const IdsSchema = z.array(z.string());

/** Which flows are being filled from archives. It is kept in the database, so that a killed server leaves no half of one. */
export function createUnfinishedImports(settings: SettingRepository) {
  const list = (): string[] => IdsSchema.parse(JSON.parse(settings.get(KEY) ?? '[]'));
  const save = (ids: readonly string[]) => settings.set(KEY, JSON.stringify(ids));
  return {
    list,
    begin: (chatflowId: string): void => save([...list(), chatflowId]),
    end: (chatflowId: string): void => save(list().filter((id) => id !== chatflowId)),
  };
}

export type UnfinishedImports = ReturnType<typeof createUnfinishedImports>;

export interface SettleImportsDeps {
  readonly unfinished: UnfinishedImports;
  readonly exists: (chatflowId: string) => boolean;
  /** Deletes a flow with what it holds. */
  readonly removeChatflow: (id: string) => Promise<unknown>;
  readonly log: Log;
}

/** Removes the flows whose import a killed server has not finished. To be called before the first call. */
export async function settleImports({ unfinished, exists, removeChatflow, log }: SettleImportsDeps): Promise<void> {
  for (const chatflowId of unfinished.list()) {
    log.warn({ chatflowId }, 'The server stopped while an archive was imported: what there is of it is removed');
    if (exists(chatflowId)) await removeChatflow(chatflowId);
    unfinished.end(chatflowId);
  }
}
