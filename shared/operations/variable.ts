import { IdParamsSchema } from '../api/common.ts';
import { ResourceUseListSchema } from '../api/resource-uses.ts';
import {
  VariableCreateSchema,
  VariableListAnswerSchema,
  VariableListQuerySchema,
  VariableSchema,
  VariableUpdateSchema,
} from '../api/variables.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource.ts';

const tag = 'Variables';

const variables = resourceOperations({
  path: '/variables',
  tag,
  words: ['a variable', 'variables'],
  notFound: 'VARIABLE_NOT_FOUND',
});

/** `/variables`: list, create, change, delete, and where one is used. */
export const variableOperations = {
  listVariables: variables.list(VariableListQuerySchema, VariableListAnswerSchema),
  createVariable: variables.create(VariableCreateSchema, VariableSchema),
  updateVariable: variables.update(VariableUpdateSchema, VariableSchema),
  deleteVariable: variables.remove(),
  listVariableUses: {
    method: 'GET',
    path: '/variables/{id}/uses',
    tag,
    summary: 'List what uses a variable',
    description: 'Chatflows and document stores with `{{$vars.name}}` in a setting.',
    params: IdParamsSchema,
    answers: { 200: ResourceUseListSchema },
    errors: ['VARIABLE_NOT_FOUND'],
  },
} as const satisfies Operations;
