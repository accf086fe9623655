import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  type Chatflow,
  ChatflowCreateSchema,
  ChatflowKeyParamsSchema,
  ChatflowKeyQuerySchema,
  ChatflowListAnswerSchema,
  ChatflowListQuerySchema,
  ChatflowListSchema,
  ChatflowNamesSchema,
  ChatflowSchema,
  ChatflowUpdateHeadersSchema,
  ChatflowUpdateSchema,
} from '../../../shared/api/chatflows.ts';
import {
  DeletionQuerySchema,
  DeletionResultSchema,
  deletionWishes,
  IdParamsSchema,
} from '../../../shared/api/common.ts';
import { FlowConfigEntrySchema } from '../../../shared/api/flow-config.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { listFlowConfig } from '../services/flow-config-service.ts';
import { requireMatch, tagRow } from './entity-tag.ts';
import { readPaging } from './read-paging.ts';
import { route, type WrittenJson } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Chatflows';

function tagged(reply: FastifyReply, chatflow: Chatflow): WrittenJson<Chatflow> {
  const { json, tag } = tagRow(chatflow);
  reply.header('etag', tag);
  return { json };
}

/** `/chatflows`: list, read, create, change, delete; and what a key opens. */
export const chatflowRoutes = [
  route({
    method: 'GET',
    path: '/chatflows',
    operationId: 'listChatflows',
    touches: 'drawings',
    summary: 'List chatflows, last changed first',
    tag,
    querystring: ChatflowListQuerySchema,
    answers: { 200: ChatflowListAnswerSchema },
    errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
    handle: ({ query }, { chatflows }) => ({ json: chatflows.listJson(query.type ?? null, readPaging(query)) }),
  }),
  route({
    method: 'GET',
    path: '/chatflows/names',
    operationId: 'listChatflowNames',
    touches: 'drawings',
    summary: 'List the names of all chatflows, last changed first',
    tag,
    answers: { 200: ChatflowNamesSchema },
    errors: [],
    handle: (_request, { chatflows }) => Array.fromAsync(chatflows.names()),
  }),
  route({
    method: 'GET',
    path: '/chatflows/:id',
    operationId: 'getChatflow',
    touches: 'drawings',
    summary: 'Read a chatflow',
    description: 'The header `ETag` of the answer names its version, for the `If-Match` of a change.',
    tag,
    params: IdParamsSchema,
    answers: { 200: ChatflowSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
    handle: ({ params }, { chatflows }, reply) => tagged(reply, chatflows.find(params.id)),
  }),
  route({
    method: 'POST',
    path: '/chatflows',
    operationId: 'createChatflow',
    touches: 'nothing',
    summary: 'Create a chatflow',
    tag,
    body: ChatflowCreateSchema,
    answers: { 200: ChatflowSchema },
    errors: ['INVALID_INPUT', 'INVALID_FLOW_DATA'],
    handle: ({ body }, { chatflows }, reply) => tagged(reply, chatflows.create(body)),
  }),
  route({
    method: 'PUT',
    path: '/chatflows/:id',
    operationId: 'updateChatflow',
    touches: itsOwner,
    summary: 'Change the given fields of a chatflow',
    description:
      'With `If-Match` nothing is changed that somebody else changed since: the answer is 412 then. The header `ETag` of the answer names the new version.',
    tag,
    params: IdParamsSchema,
    headers: ChatflowUpdateHeadersSchema,
    body: ChatflowUpdateSchema,
    answers: { 200: ChatflowSchema },
    errors: ['INVALID_INPUT', 'INVALID_FLOW_DATA', 'CHATFLOW_NOT_FOUND', 'CHANGED_MEANWHILE'],
    handle({ params, headers, body }, { chatflows }, reply) {
      const requireSeen = (chatflow: Chatflow) => requireMatch(headers['if-match'], chatflow);
      return tagged(reply, chatflows.update(params.id, body, requireSeen));
    },
  }),
  route({
    method: 'DELETE',
    path: '/chatflows/:id',
    operationId: 'deleteChatflow',
    touches: itsOwner,
    summary: 'Delete a chatflow with all that it has stored',
    description:
      'Its runs are cancelled. Its own collection, records, history and files go in the background, and from collections that it shares what only its records name. Vectors and records that are elsewhere stay, unless `externalStores=delete` asks for them.',
    tag,
    params: IdParamsSchema,
    querystring: DeletionQuerySchema,
    answers: { 200: DeletionResultSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
    handle: ({ params, query }, { removals }) => removals.removeChatflow(params.id, deletionWishes(query)),
  }),
  route({
    method: 'GET',
    path: '/chatflows/apikey/:apikey',
    operationId: 'listChatflowsOfKey',
    touches: 'drawings',
    summary: 'List the chatflows that an API key opens, by name',
    description: 'Those bound to the key and, without `keyonly`, those bound to none.',
    tag,
    params: ChatflowKeyParamsSchema,
    querystring: ChatflowKeyQuerySchema,
    answers: { 200: ChatflowListSchema },
    errors: ['UNAUTHORIZED'],
    handle({ params, query }, { chatflows, apiKeys }, reply) {
      const key = apiKeys.identify(params.apikey);
      if (key === undefined) {
        reply.header('www-authenticate', 'Bearer');
        throw new UserError('UNAUTHORIZED', 'There is no such API key: make one with POST /api/v1/apikey.');
      }
      return chatflows.listOfKey(key.id, query.keyonly === undefined);
    },
  }),
];

/** `/flow-config`: what can be overridden in a flow. */
export const flowConfigRoutes = [
  route({
    method: 'GET',
    path: '/flow-config/:id',
    operationId: 'getFlowConfig',
    touches: 'drawings',
    summary: 'List what calls can override in a chatflow',
    description: 'The id is that of the chatflow. An override has an effect once it is switched on in `apiConfig`.',
    tag,
    params: IdParamsSchema,
    answers: { 200: z.array(FlowConfigEntrySchema) },
    errors: ['CHATFLOW_NOT_FOUND'],
    handle: ({ params }, { chatflows }) => listFlowConfig(chatflows.find(params.id)),
  }),
];
