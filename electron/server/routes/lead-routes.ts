import type { leadOperations } from '../../../shared/operations/lead.ts';
import type { RoutesOf } from './route.ts';
import { itsChats } from './touches.ts';

/** `/leads`: anybody who asks may create one; reading and deleting them is for the owner. */
export const leadRoutes = {
  createLead: {
    touches: { byBody: ({ chatflowid }) => [chatflowid] },
    handle: ({ body }, { leads }) => leads.create(body),
  },
  listLeads: {
    touches: itsChats,
    handle: ({ params }, { leads }) => leads.list(params.id),
  },
  deleteLeads: {
    touches: itsChats,
    handle: ({ params, query }, { leads }) => ({ raw: [], affected: leads.remove(params.id, query) }),
  },
} satisfies RoutesOf<typeof leadOperations>;
