import {
  AssistantCreateSchema,
  AssistantListAnswerSchema,
  AssistantListQuerySchema,
  AssistantSchema,
  AssistantUpdateSchema,
} from '../../../shared/api/assistants.ts';
import { resourceRoutes } from './resource-routes.ts';

/** `/assistants`: list, read, create, change, delete. */
export const assistantRoutes = resourceRoutes({
  path: '/assistants',
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
  service: ({ assistants }) => assistants,
  find: ({ assistants }, id) => assistants.find(id),
});
