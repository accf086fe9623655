import { z } from 'zod';
import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  SyncAnswerSchema,
  SyncListSchema,
  SyncLogEntrySchema,
  SyncLogQuerySchema,
  SyncSettingsSchema,
  SyncStateSchema,
} from '../../../shared/api/sync.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'In step';

/** Why a flow or store can't be refreshed. */
const OBSTACLES = [
  'CHATFLOW_NOT_FOUND',
  'INVALID_INPUT',
  'INVALID_FLOW_DATA',
  'UNKNOWN_NODE',
  'NODE_DISABLED',
  'NO_VECTOR_STORE',
  'SEVERAL_VECTOR_STORES',
  'MISSING_INPUT',
  'INVALID_CONNECTION',
  'INVALID_PARAM',
  'CREDENTIAL_UNUSABLE',
  'CREDENTIAL_HOST',
  'FLOW_HAS_CYCLE',
  'UNAUTHORIZED',
] as const;

/** `/sync`: keeping flows and document stores in step with where their documents come from. */
export const syncRoutes = [
  route({
    method: 'GET',
    path: '/sync',
    operationId: 'listSyncs',
    touches: 'visible',
    summary: 'List what is kept in step',
    tag,
    answers: { 200: SyncListSchema },
    errors: [],
    handle: ({ hiddenOwners: hidden }, { sync }) => sync.list().filter(({ ownerId }) => !hidden.has(ownerId)),
  }),
  route({
    method: 'GET',
    path: '/sync/:id',
    operationId: 'getSync',
    touches: itsOwner,
    summary: 'Read how a flow or document store is kept in step',
    tag,
    params: IdParamsSchema,
    answers: { 200: SyncStateSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
    handle: ({ params }, { sync }) => sync.read(params.id),
  }),
  route({
    method: 'PUT',
    path: '/sync/:id',
    operationId: 'saveSync',
    touches: itsOwner,
    summary: 'Keep a flow or document store in step: at set times, or as the files of its folders change',
    tag,
    params: IdParamsSchema,
    body: SyncSettingsSchema,
    answers: { 200: SyncStateSchema },
    errors: OBSTACLES,
    handle: ({ params, body }, { sync }) => sync.save(params.id, body),
  }),
  route({
    method: 'POST',
    path: '/sync/:id/run',
    operationId: 'refreshSync',
    touches: itsOwner,
    summary: 'Refresh a flow or document store now',
    description:
      'Reads what fetches its documents by itself; files that have not changed are not opened. It goes on behind, in ordinary runs.',
    tag,
    params: IdParamsSchema,
    answers: { 202: SyncStateSchema },
    errors: OBSTACLES,
    async handle({ params }, { sync }, reply) {
      const state = await sync.refresh(params.id);
      reply.code(202);
      return state;
    },
  }),
  route({
    method: 'POST',
    path: '/sync/:id',
    operationId: 'answerSync',
    touches: itsOwner,
    summary: 'Say what has become of files that are missing from its folders',
    description:
      'When a drive is away, when another folder is in the place of one, or when more than half of ten or more files are gone at once, what is stored of them stays until somebody answers; new and changed files go on.',
    tag,
    params: IdParamsSchema,
    body: SyncAnswerSchema,
    answers: { 200: SyncStateSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'INVALID_INPUT', 'NOTHING_HELD'],
    handle: ({ params, body }, { sync }) => sync.answer(params.id, body),
  }),
  route({
    method: 'GET',
    path: '/sync/:id/log',
    operationId: 'readSyncLog',
    touches: itsOwner,
    summary: 'Read what keeping in step did, newest first',
    description: 'The newest 200 entries are kept.',
    tag,
    params: IdParamsSchema,
    querystring: SyncLogQuerySchema,
    answers: { 200: z.array(SyncLogEntrySchema) },
    errors: ['CHATFLOW_NOT_FOUND', 'INVALID_INPUT'],
    handle: ({ params, query }, { sync }) => sync.log(params.id, query.before, query.limit),
  }),
];
