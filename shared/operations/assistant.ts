import {
  AssistantCreateSchema,
  AssistantListAnswerSchema,
  AssistantListQuerySchema,
  AssistantSchema,
  AssistantUpdateSchema,
} from '../api/assistants.ts';
import type { Operations } from './operation.ts';
import { resourceOperations } from './resource.ts';

const assistants = resourceOperations({
  path: '/assistants',
  tag: 'Assistants',
  words: ['an assistant', 'assistants'],
  notFound: 'ASSISTANT_NOT_FOUND',
});

/** `/assistants`: list, read, create, change, delete. */
export const assistantOperations = {
  listAssistants: assistants.list(AssistantListQuerySchema, AssistantListAnswerSchema),
  createAssistant: assistants.create(AssistantCreateSchema, AssistantSchema),
  getAssistant: assistants.read(AssistantSchema),
  updateAssistant: assistants.update(AssistantUpdateSchema, AssistantSchema),
  deleteAssistant: assistants.remove(),
} as const satisfies Operations;
