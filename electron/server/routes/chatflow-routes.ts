import type { FastifyReply } from 'fastify';
import {
  type Chatflow,
  ChatflowCreateSchema,
  ChatflowListAnswerSchema,
  ChatflowListQuerySchema,
  ChatflowSchema,
  ChatflowUpdateHeadersSchema,
  ChatflowUpdateSchema,
} from '../../../shared/api/chatflows.ts';
import {
  DeletionQuerySchema,
  type DeletionResult,
  DeletionResultSchema,
  deletionWishes,
  IdParamsSchema,
} from '../../../shared/api/common.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import type { RemovalService } from '../services/removal-service.ts';
import { createAnswerCache } from './answer-cache.ts';
import { entityTagOf, requireMatch } from './entity-tag.ts';
import type { ApiApp } from './operation.ts';
import { readPaging } from './read-paging.ts';

const tags = ['Chatflows'];

const operations = {
  list: {
    schema: {
      operationId: 'listChatflows',
      summary: 'List chatflows, last changed first',
      tags,
      querystring: ChatflowListQuerySchema,
      response: { 200: ChatflowListAnswerSchema, ...errorAnswers('INVALID_INPUT', 'NEGATIVE_PAGING') },
    },
  },
  read: {
    schema: {
      operationId: 'getChatflow',
      summary: 'Read a chatflow',
      description: 'The header `ETag` of the answer names its version, for the `If-Match` of a change.',
      tags,
      params: IdParamsSchema,
      response: { 200: ChatflowSchema, ...errorAnswers('CHATFLOW_NOT_FOUND') },
    },
  },
  create: {
    schema: {
      operationId: 'createChatflow',
      summary: 'Create a chatflow',
      tags,
      body: ChatflowCreateSchema,
      response: { 200: ChatflowSchema, ...errorAnswers('INVALID_INPUT', 'INVALID_FLOW_DATA') },
    },
  },
  update: {
    schema: {
      operationId: 'updateChatflow',
      summary: 'Change the given fields of a chatflow',
      description:
        'With `If-Match` nothing is changed that somebody else changed since: the answer is 412 then. The header `ETag` of the answer names the new version.',
      tags,
      params: IdParamsSchema,
      headers: ChatflowUpdateHeadersSchema,
      body: ChatflowUpdateSchema,
      response: {
        200: ChatflowSchema,
        ...errorAnswers('INVALID_INPUT', 'INVALID_FLOW_DATA', 'CHATFLOW_NOT_FOUND', 'CHANGED_MEANWHILE'),
      },
    },
  },
  remove: {
    schema: {
      operationId: 'deleteChatflow',
      summary: 'Delete a chatflow with all that it has stored',
      description:
        'Its runs are cancelled. Its own collection, records, history and files go in the background, and from collections that it shares what only its records name. Vectors and records that are elsewhere stay, unless `externalStores=delete` asks for them.',
      tags,
      params: IdParamsSchema,
      querystring: DeletionQuerySchema,
      response: { 200: DeletionResultSchema, ...errorAnswers('INVALID_INPUT', 'CHATFLOW_NOT_FOUND') },
    },
  },
};

function tagged(reply: { header(name: string, value: string): unknown }, chatflow: Chatflow): Chatflow {
  reply.header('etag', entityTagOf(chatflow));
  return chatflow;
}

/** `/chatflows`: list, read, create, change, delete. */
export function chatflowRoutes(app: ApiApp, chatflows: ChatflowService, removals: RemovalService): void {
  const listAnswer = createAnswerCache(chatflows.revision);

  app.get('/chatflows', operations.list, ({ query }, reply) => {
    const wanted = { type: query.type ?? null, ...readPaging(query) };
    // Ready bytes, which the types of an answer know nothing of.
    const untyped: FastifyReply = reply.type('application/json; charset=utf-8');
    untyped.send(listAnswer(JSON.stringify(wanted), () => chatflows.list(wanted)));
  });

  app.get('/chatflows/:id', operations.read, ({ params }, reply) => tagged(reply, chatflows.find(params.id)));

  app.post('/chatflows', operations.create, ({ body }, reply) => tagged(reply, chatflows.create(body)));

  app.put('/chatflows/:id', operations.update, ({ params, headers, body }, reply) => {
    requireMatch(headers['if-match'], chatflows.find(params.id));
    return tagged(reply, chatflows.update(params.id, body));
  });

  app.delete(
    '/chatflows/:id',
    operations.remove,
    ({ params, query }): Promise<DeletionResult> => removals.removeChatflow(params.id, deletionWishes(query)),
  );
}
