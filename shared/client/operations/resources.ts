import { z } from 'zod';
import { ApiKeyCreateSchema, ApiKeySchema, ApiKeyUpdateSchema, NewApiKeySchema } from '../../api/apikeys.ts';
import { AssistantCreateSchema, AssistantSchema, AssistantUpdateSchema } from '../../api/assistants.ts';
import { DeleteResultSchema } from '../../api/common.ts';
import { AllFeedbackAnswerSchema, AllFeedbackQuerySchema } from '../../api/feedback.ts';
import { ResourceUseListSchema } from '../../api/resource-uses.ts';
import { ToolCreateSchema, ToolSchema, ToolUpdateSchema } from '../../api/tools.ts';
import { VariableCreateSchema, VariableSchema, VariableUpdateSchema } from '../../api/variables.ts';
import type { Operation } from '../operation.ts';

export const resourcesOperations = {
  listTools: { method: 'GET', path: '/tools', answer: z.array(ToolSchema) },
  createTool: { method: 'POST', path: '/tools', body: ToolCreateSchema, answer: ToolSchema },
  updateTool: { method: 'PUT', path: '/tools/{id}', body: ToolUpdateSchema, answer: ToolSchema },
  deleteTool: { method: 'DELETE', path: '/tools/{id}', answer: DeleteResultSchema },

  listVariables: { method: 'GET', path: '/variables', answer: z.array(VariableSchema) },
  createVariable: { method: 'POST', path: '/variables', body: VariableCreateSchema, answer: VariableSchema },
  updateVariable: { method: 'PUT', path: '/variables/{id}', body: VariableUpdateSchema, answer: VariableSchema },
  deleteVariable: { method: 'DELETE', path: '/variables/{id}', answer: DeleteResultSchema },
  listVariableUses: { method: 'GET', path: '/variables/{id}/uses', answer: ResourceUseListSchema },

  listAssistants: { method: 'GET', path: '/assistants', answer: z.array(AssistantSchema) },
  createAssistant: { method: 'POST', path: '/assistants', body: AssistantCreateSchema, answer: AssistantSchema },
  updateAssistant: { method: 'PUT', path: '/assistants/{id}', body: AssistantUpdateSchema, answer: AssistantSchema },
  deleteAssistant: { method: 'DELETE', path: '/assistants/{id}', answer: DeleteResultSchema },

  listApiKeys: { method: 'GET', path: '/apikey', answer: z.array(ApiKeySchema) },
  createApiKey: { method: 'POST', path: '/apikey', body: ApiKeyCreateSchema, answer: NewApiKeySchema },
  updateApiKey: { method: 'PUT', path: '/apikey/{id}', body: ApiKeyUpdateSchema, answer: ApiKeySchema },
  deleteApiKey: { method: 'DELETE', path: '/apikey/{id}', answer: DeleteResultSchema },

  listAllFeedback: { method: 'GET', path: '/feedback', query: AllFeedbackQuerySchema, answer: AllFeedbackAnswerSchema },
  deleteFeedback: { method: 'DELETE', path: '/feedback/{id}', answer: DeleteResultSchema },
} as const satisfies Record<string, Operation>;
