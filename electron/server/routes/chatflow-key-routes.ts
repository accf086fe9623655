import { ChatflowKeyParamsSchema, ChatflowKeyQuerySchema, ChatflowListSchema } from '../../../shared/api/chatflows.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { ApiKeyService } from '../services/api-key-service.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import type { ApiApp } from './operation.ts';

export interface ChatflowKeyRoutesOptions {
  readonly chatflows: Pick<ChatflowService, 'listOfKey'>;
  readonly apiKeys: Pick<ApiKeyService, 'identify'>;
}

/** `/chatflows/apikey/{apikey}`: what a key opens. */
export function chatflowKeyRoutes(app: ApiApp, { chatflows, apiKeys }: ChatflowKeyRoutesOptions): void {
  app.get(
    '/chatflows/apikey/:apikey',
    {
      schema: {
        operationId: 'listChatflowsOfKey',
        summary: 'List the chatflows that an API key opens, by name',
        description: 'Those bound to the key and, without `keyonly`, those bound to none.',
        tags: ['Chatflows'],
        params: ChatflowKeyParamsSchema,
        querystring: ChatflowKeyQuerySchema,
        response: { 200: ChatflowListSchema, ...errorAnswers('UNAUTHORIZED') },
      },
    },
    ({ params, query }, reply) => {
      const key = apiKeys.identify(params.apikey);
      if (key === undefined) {
        reply.header('www-authenticate', 'Bearer');
        throw new UserError('UNAUTHORIZED', 'There is no such API key: make one with POST /api/v1/apikey.');
      }
      return chatflows.listOfKey(key.id, query.keyonly === undefined);
    },
  );
}
