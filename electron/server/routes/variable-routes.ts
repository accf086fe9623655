import {
  VariableCreateSchema,
  VariableListAnswerSchema,
  VariableListQuerySchema,
  VariableSchema,
  VariableUpdateSchema,
} from '../../../shared/api/variables.ts';
import type { VariableService } from '../services/variable-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';
import { DELETED, describeResource } from './resource-operations.ts';

const operations = describeResource({
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
});

/** `/variables`: list, create, change, delete. */
export function variableRoutes(app: ApiApp, variables: VariableService): void {
  app.get('/variables', operations.list, ({ query }) => variables.list(readPaging(query)));
  app.post('/variables', operations.create, ({ body }) => variables.create(body));
  app.put('/variables/:id', operations.update, ({ params, body }) => variables.update(params.id, body));
  app.delete('/variables/:id', operations.remove, ({ params }) => {
    variables.remove(params.id);
    return DELETED;
  });
}
