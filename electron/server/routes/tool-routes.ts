import type { toolOperations } from '../../../shared/operations/tool.ts';
import { readRoute, resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const tools = resourceRoutes((context) => context.tools);

/** `/tools`: list, read, create, change, delete. */
export const toolRoutes = {
  listTools: tools.list,
  createTool: tools.create,
  getTool: readRoute((context, id) => context.tools.find(id)),
  updateTool: tools.update,
  deleteTool: tools.remove,
} satisfies RoutesOf<typeof toolOperations>;
