import type { toolOperations } from '../../../shared/operations/tool.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const tools = resourceRoutes((context) => context.tools);

/** `/tools`: list, read, create, change, delete. */
export const toolRoutes = {
  listTools: tools.list,
  createTool: tools.create,
  getTool: {
    touches: 'nothing',
    handle: ({ params }, context) => context.tools.find(params.id),
  },
  updateTool: tools.update,
  deleteTool: tools.remove,
} satisfies RoutesOf<typeof toolOperations>;
