import {
  AssistantCreateSchema,
  AssistantListAnswerSchema,
  AssistantListQuerySchema,
  AssistantSchema,
  AssistantUpdateSchema,
} from '../../../shared/api/assistants.ts';
import type { AssistantService } from '../services/assistant-service.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';
import { DELETED, describeResource } from './resource-operations.ts';

const operations = describeResource({
  tag: 'Assistants',
  names: ['Assistant', 'Assistants'],
  words: ['an assistant', 'assistants'],
  schemas: {
    create: AssistantCreateSchema,
    update: AssistantUpdateSchema,
    row: AssistantSchema,
    created: AssistantSchema,
    list: AssistantListAnswerSchema,
    listQuery: AssistantListQuerySchema,
  },
  notFound: 'ASSISTANT_NOT_FOUND',
});

/** `/assistants`: list, read, create, change, delete. */
export function assistantRoutes(app: ApiApp, assistants: AssistantService): void {
  app.get('/assistants', operations.list, ({ query }) => {
    const page = readPaging(query);
    return query.type === undefined ? assistants.list(page) : assistants.listOfType(query.type, page);
  });
  app.get('/assistants/:id', operations.read, ({ params }) => assistants.find(params.id));
  app.post('/assistants', operations.create, ({ body }) => assistants.create(body));
  app.put('/assistants/:id', operations.update, ({ params, body }) => assistants.update(params.id, body));
  app.delete('/assistants/:id', operations.remove, ({ params }) => {
    assistants.remove(params.id);
    return DELETED;
  });
}
