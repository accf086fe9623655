import type { assistantOperations } from '../../../shared/operations/assistant.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const assistants = resourceRoutes((context) => context.assistants);

/** `/assistants`: list, read, create, change, delete. */
export const assistantRoutes = {
  listAssistants: assistants.list,
  createAssistant: assistants.create,
  getAssistant: {
    touches: 'nothing',
    handle: ({ params }, context) => context.assistants.find(params.id),
  },
  updateAssistant: assistants.update,
  deleteAssistant: assistants.remove,
} satisfies RoutesOf<typeof assistantOperations>;
