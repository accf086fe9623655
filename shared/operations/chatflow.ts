import { z } from 'zod';
import {
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
} from '../api/chatflows.ts';
import { DeletionQuerySchema, DeletionResultSchema, IdParamsSchema } from '../api/common.ts';
import { FlowConfigEntrySchema } from '../api/flow-config.ts';
import type { Operations } from './operation.ts';

const tag = 'Chatflows';

/** `/chatflows`: list, read, create, change, delete; and what a key opens. */
export const chatflowOperations = {
  listChatflows: {
    method: 'GET',
    path: '/chatflows',
    tag,
    summary: 'List chatflows, last changed first',
    query: ChatflowListQuerySchema,
    answers: { 200: ChatflowListAnswerSchema },
    errors: ['INVALID_INPUT', 'NEGATIVE_PAGING'],
  },
  listChatflowNames: {
    method: 'GET',
    path: '/chatflows/names',
    tag,
    summary: 'List the names of all chatflows, last changed first',
    answers: { 200: ChatflowNamesSchema },
    errors: [],
  },
  getChatflow: {
    method: 'GET',
    path: '/chatflows/{id}',
    tag,
    summary: 'Read a chatflow',
    description: 'The header `ETag` of the answer names its version, for the `If-Match` of a change.',
    params: IdParamsSchema,
    answers: { 200: ChatflowSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  createChatflow: {
    method: 'POST',
    path: '/chatflows',
    tag,
    summary: 'Create a chatflow',
    body: ChatflowCreateSchema,
    answers: { 200: ChatflowSchema },
    errors: ['INVALID_INPUT', 'INVALID_FLOW_DATA'],
  },
  updateChatflow: {
    method: 'PUT',
    path: '/chatflows/{id}',
    tag,
    summary: 'Change the given fields of a chatflow',
    description:
      'With `If-Match` nothing is changed that somebody else changed since: the answer is 412 then. The header `ETag` of the answer names the new version.',
    params: IdParamsSchema,
    headers: ChatflowUpdateHeadersSchema,
    body: ChatflowUpdateSchema,
    answers: { 200: ChatflowSchema },
    errors: ['INVALID_INPUT', 'INVALID_FLOW_DATA', 'CHATFLOW_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  deleteChatflow: {
    method: 'DELETE',
    path: '/chatflows/{id}',
    tag,
    summary: 'Delete a chatflow with all that it has stored',
    description:
      'Its runs are cancelled. Its own collection, records, history and files go in the background, and from collections that it shares what only its records name. Remote vectors and records stay, unless `externalStores=delete` asks for them.',
    params: IdParamsSchema,
    query: DeletionQuerySchema,
    answers: { 200: DeletionResultSchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  listChatflowsOfKey: {
    method: 'GET',
    path: '/chatflows/apikey/{apikey}',
    tag,
    summary: 'List the chatflows that an API key opens, by name',
    description: 'Those bound to the key and, without `keyonly`, those bound to none.',
    params: ChatflowKeyParamsSchema,
    query: ChatflowKeyQuerySchema,
    answers: { 200: ChatflowListSchema },
    errors: ['UNAUTHORIZED'],
  },
} as const satisfies Operations;

/** `/flow-config`: what can be overridden in a flow. */
export const flowConfigOperations = {
  getFlowConfig: {
    method: 'GET',
    path: '/flow-config/{id}',
    tag,
    summary: 'List what calls can override in a chatflow',
    description: 'The id is that of the chatflow. An override has an effect once it is switched on in `apiConfig`.',
    params: IdParamsSchema,
    answers: { 200: z.array(FlowConfigEntrySchema) },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
} as const satisfies Operations;
