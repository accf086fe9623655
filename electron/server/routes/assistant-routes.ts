import type { assistantOperations } from '../../../shared/operations/assistant.ts';
import { readRoute, resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const assistants = resourceRoutes((context) => context.assistants);

/** `/assistants`: list, read, create, change, delete. */
export const assistantRoutes = {
  listAssistants: assistants.list,
  createAssistant: assistants.create,
  getAssistant: readRoute((context, id) => context.assistants.find(id)),
  updateAssistant: assistants.update,
  deleteAssistant: assistants.remove,
} satisfies RoutesOf<typeof assistantOperations>;
