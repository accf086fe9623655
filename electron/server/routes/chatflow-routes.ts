import type { FastifyInstance } from 'fastify';
import {
  ChatflowCreateSchema,
  ChatflowListQuerySchema,
  ChatflowUpdateSchema,
} from '../../../shared/api/chatflows.ts';
import type { DeleteResult } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import { parseInput } from './parse-input.ts';

interface IdParams {
  Params: { id: string };
}

/** `/chatflows`: list, read, create, change, delete. */
export function chatflowRoutes(app: FastifyInstance, chatflows: ChatflowService): void {
  app.get('/chatflows', (request) => {
    const { type, page, limit } = parseInput(ChatflowListQuerySchema, request.query, 'query');
    if ((page !== undefined && page < 1) || (limit !== undefined && limit < 1)) {
      throw new UserError('NEGATIVE_PAGING', 'page and limit start at 1: send numbers from 1 on.');
    }
    return chatflows.list({ type: type ?? null, page, limit });
  });
  app.get<IdParams>('/chatflows/:id', (request) => chatflows.find(request.params.id));
  app.post('/chatflows', (request) => chatflows.create(parseInput(ChatflowCreateSchema, request.body, 'body')));
  app.put<IdParams>('/chatflows/:id', (request) =>
    chatflows.update(request.params.id, parseInput(ChatflowUpdateSchema, request.body, 'body')),
  );
  app.delete<IdParams>('/chatflows/:id', (request): DeleteResult => {
    chatflows.remove(request.params.id);
    return { raw: [], affected: 1 };
  });
}
