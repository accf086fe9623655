import type { variableOperations } from '../../../shared/operations/variable.ts';
import { resourceRoutes } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';

const variables = resourceRoutes((context) => context.variables);

/** `/variables`: list, create, change, delete, and where one is used. */
export const variableRoutes = {
  listVariables: variables.list,
  createVariable: variables.create,
  updateVariable: variables.update,
  deleteVariable: variables.remove,
  listVariableUses: {
    touches: 'drawings',
    handle: ({ params }, { variables, resourceUses }) => resourceUses.ofVariable(variables.find(params.id).name),
  },
} satisfies RoutesOf<typeof variableOperations>;
