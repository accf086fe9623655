import {
  VariableCreateSchema,
  VariableListAnswerSchema,
  VariableListQuerySchema,
  VariableSchema,
  VariableUpdateSchema,
} from '../../../shared/api/variables.ts';
import { resourceRoutes } from './resource-routes.ts';

/** `/variables`: list, create, change, delete. */
export const variableRoutes = resourceRoutes({
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
