import {
  UPSERT_HISTORY_LIMIT,
  type UpsertHistoryEntry,
  type UpsertHistoryQuery,
} from '../../../shared/api/upsert-history.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { HistoryFilter, UpsertHistoryRepository } from '../storage/repositories/upsert-history-repository.ts';
import { type ListAnswer, listRows, type Page } from './resource-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last instant that a date stands for: a day's is its last millisecond. */
function endOf(date: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date);
  const instant = Date.parse(date);
  return new Date(isDay ? instant + DAY_MS - 1 : instant).toISOString();
}

/** The finished upserts of chatflows and document stores. */
export function createUpsertHistoryService(history: UpsertHistoryRepository) {
  return {
    /** @throws UserError CHATFLOW_NOT_FOUND for an id that neither a chatflow nor a document store has */
    list(ownerId: string, query: UpsertHistoryQuery, page: Page | undefined): ListAnswer<UpsertHistoryEntry> {
      if (!history.hasOwner(ownerId)) {
        throw new UserError(
          'CHATFLOW_NOT_FOUND',
          'There is neither a chatflow nor a document store of this id: look up its id with GET /api/v1/chatflows or GET /api/v1/document-store/store.',
        );
      }
      const filter: HistoryFilter = {
        ownerId,
        from: query.startDate === undefined ? null : new Date(query.startDate).toISOString(),
        to: query.endDate === undefined ? null : endOf(query.endDate),
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
