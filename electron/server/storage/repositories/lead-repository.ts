import type { Lead } from '../../../../shared/api/leads.ts';
import type { Database } from '../database.ts';
import { createRowTable } from './row-repository.ts';

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
  return { insert: rows.insert, list: (ownerId: string): Lead[] => ofOwner.all(ownerId) };
}

export type LeadRepository = ReturnType<typeof createLeadRepository>;
