import { IdParamsSchema } from '../../../shared/api/common.ts';
import { ResourceUseListSchema } from '../../../shared/api/resource-uses.ts';
import {
  VariableCreateSchema,
  VariableListAnswerSchema,
  VariableListQuerySchema,
  VariableSchema,
  VariableUpdateSchema,
} from '../../../shared/api/variables.ts';
import { resourceRoutes } from './resource-routes.ts';
import { route } from './route.ts';

const resource = resourceRoutes({
  path: '/variables',
  tag: 'Variables',
  names: ['Variable', 'Variables'],
  words: ['a variable', 'variables'],
  schemas: {
    create: VariableCreateSchema,
    update: VariableUpdateSchema,
    row: VariableSchema,
    created: VariableSchema,
    list: VariableListAnswerSchema,
    listQuery: VariableListQuerySchema,
  },
  notFound: 'VARIABLE_NOT_FOUND',
  service: ({ variables }) => variables,
});

/** `/variables`: list, create, change, delete, and where one is used. */
export const variableRoutes = [
  ...resource,
  route({
    method: 'GET',
    path: '/variables/:id/uses',
    operationId: 'listVariableUses',
    touches: 'drawings',
    summary: 'List what uses a variable',
    description: 'Chatflows and document stores with `{{$vars.name}}` in a setting.',
    tag: 'Variables',
    params: IdParamsSchema,
    answers: { 200: ResourceUseListSchema },
    errors: ['VARIABLE_NOT_FOUND'],
    handle: ({ params }, { variables, resourceUses }) => resourceUses.ofVariable(variables.find(params.id).name),
  }),
];
