import type { Lead } from '../../../../shared/api/leads.ts';
import type { Database } from '../database.ts';
import { prepareForGiven } from './given-conditions.ts';
import { createRowTable } from './row-repository.ts';

/** Which leads of a flow or store. What is not given is no condition. */
export interface LeadConditions {
  readonly ownerId: string;
  readonly id?: string | undefined;
  readonly chatId?: string | undefined;
  /** ISO instants, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const CONDITIONS = {
  ownerId: 'owner_id = @ownerId',
  id: 'id = @id',
  chatId: 'chat_id = @chatId',
  from: 'created_date >= @from',
  to: 'created_date <= @to',
} as const;

/** Rows of the `lead` table; they go with their chatflow or document store. */
export function createLeadRepository(db: Database) {
  const rows = createRowTable<Lead>(db, 'lead', {
    id: 'id',
    chatflowid: 'owner_id',
    chatId: 'chat_id',
    name: 'name',
    email: 'email',
    phone: 'phone',
    createdDate: 'created_date',
  });
  const ofOwner = rows.prepareSelect<[string]>('WHERE owner_id = ? ORDER BY created_date, rowid');
  const remove = prepareForGiven(CONDITIONS, (where) => db.prepare<[object]>(`DELETE FROM lead ${where}`));
  return {
    insert: rows.insert,
    list: (ownerId: string): Lead[] => ofOwner.all(ownerId),
    /** @returns how many there were */
    remove: (where: LeadConditions): number => remove(where).run(where).changes,
  };
}

export type LeadRepository = ReturnType<typeof createLeadRepository>;
