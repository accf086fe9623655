import type { Assistant } from '../../../../shared/api/assistants.ts';
import type { Database } from '../database.ts';
import { createRowRepository, type Slice } from './row-repository.ts';

/** Rows of the `assistant` table. */
export function createAssistantRepository(db: Database) {
  const rows = createRowRepository<Assistant>(db, 'assistant', {
    id: 'id',
    details: 'details',
    credential: 'credential',
    iconSrc: 'icon_src',
    type: 'type',
    createdDate: 'created_date',
    updatedDate: 'updated_date',
  });
  const listOfType = rows.prepareSelect<[Slice & { readonly type: string }]>(
    'WHERE type = @type ORDER BY updated_date DESC, rowid DESC LIMIT @limit OFFSET @offset',
  );
  const countOfType = db.prepare<[string], { total: number }>('SELECT count(*) AS total FROM assistant WHERE type = ?');
  return {
    ...rows,
    /** Newest change first. */
    listOfType: (type: string, slice: Slice): Assistant[] => listOfType.all({ type, ...slice }),
    countOfType: (type: string): number => countOfType.get(type)?.total ?? 0,
  };
}

export type AssistantRepository = ReturnType<typeof createAssistantRepository>;
