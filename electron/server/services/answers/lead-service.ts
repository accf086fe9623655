import { randomUUID } from 'node:crypto';
import type { Lead, LeadCreate, LeadFilter } from '../../../../shared/api/leads.ts';
import { endOfDate } from '../../common/dates.ts';
import type { LeadRepository } from '../../storage/repositories/lead-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';

export interface LeadServiceOptions {
  readonly leads: LeadRepository;
  readonly libraries: Pick<Libraries, 'find'>;
  readonly now: () => Date;
}

/** How people who ask can be reached, if they have said so. */
export function createLeadService({ leads, libraries, now }: LeadServiceOptions) {
  return {
    /** @throws UserError CHATFLOW_NOT_FOUND */
    create({ chatflowid, chatId, ...given }: LeadCreate): Lead {
      const lead = {
        id: randomUUID(),
        chatflowid: libraries.find(chatflowid).id,
        chatId: chatId ?? randomUUID(),
        name: given.name ?? null,
        email: given.email ?? null,
        phone: given.phone ?? null,
        createdDate: now().toISOString(),
      };
      leads.insert(lead);
      return lead;
    },
    /** Oldest first. @throws UserError CHATFLOW_NOT_FOUND */
    list: (ownerId: string): Lead[] => leads.list(libraries.find(ownerId).id),
    /** @returns how many there were. @throws UserError CHATFLOW_NOT_FOUND */
    remove: (ownerId: string, { leadId, chatId, startDate, endDate }: LeadFilter): number =>
      leads.remove({
        ...{ ownerId: libraries.find(ownerId).id, id: leadId, chatId },
        from: startDate === undefined ? undefined : new Date(startDate).toISOString(),
        to: endDate === undefined ? undefined : endOfDate(endDate),
      }),
  };
}

export type LeadService = ReturnType<typeof createLeadService>;
