import {
  UPSERT_HISTORY_LIMIT,
  type UpsertHistoryEntry,
  type UpsertHistoryQuery,
} from '../../../shared/api/upsert-history.ts';
import { endOfDate } from '../common/dates.ts';
import type { Page } from '../storage/repositories/row-repository.ts';
import type { HistoryFilter, UpsertHistoryRepository } from '../storage/repositories/upsert-history-repository.ts';
import { noLibrary } from './libraries/library.ts';
import { type ListAnswer, listRows } from './resource-service.ts';

/** The finished upserts of chatflows and document stores. */
export function createUpsertHistoryService(history: UpsertHistoryRepository) {
  return {
    /** @throws UserError CHATFLOW_NOT_FOUND for an id that neither a chatflow nor a document store has */
    list(ownerId: string, query: UpsertHistoryQuery, page: Page | undefined): ListAnswer<UpsertHistoryEntry> {
      if (!history.hasOwner(ownerId)) throw noLibrary();
      const filter: HistoryFilter = {
        ownerId,
        from: query.startDate === undefined ? null : new Date(query.startDate).toISOString(),
        to: query.endDate === undefined ? null : endOfDate(query.endDate),
      };
      if (page === undefined) {
        const newest = history.list(filter, 'DESC', { offset: 0, limit: UPSERT_HISTORY_LIMIT });
        return query.order === 'ASC' ? newest.reverse() : newest;
      }
      return listRows(
        page,
        (slice) => history.list(filter, query.order, slice),
        () => history.count(filter),
      );
    },

    /** Takes entries out of the history; runs and what they stored stay. @returns how many there were */
    remove: (ids: readonly string[]): number => history.remove(ids),
  };
}

export type UpsertHistoryService = ReturnType<typeof createUpsertHistoryService>;
