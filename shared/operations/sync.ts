import { z } from 'zod';
import { IdParamsSchema } from '../api/common.ts';
import {
  SyncAnswerSchema,
  SyncListSchema,
  SyncLogEntrySchema,
  SyncLogQuerySchema,
  SyncSettingsSchema,
  SyncStateSchema,
} from '../api/sync.ts';
import type { Operations } from './operation.ts';

const tag = 'Sync';

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

/** `/sync`: syncing flows and document stores with where their documents come from. */
export const syncOperations = {
  listSyncs: {
    method: 'GET',
    path: '/sync',
    tag,
    summary: 'List what is synced',
    answers: { 200: SyncListSchema },
    errors: [],
  },
  getSync: {
    method: 'GET',
    path: '/sync/{id}',
    tag,
    summary: 'Read how a flow or document store is synced',
    params: IdParamsSchema,
    answers: { 200: SyncStateSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  saveSync: {
    method: 'PUT',
    path: '/sync/{id}',
    tag,
    summary: 'Sync a flow or document store: at set times, or as the files of its folders change',
    params: IdParamsSchema,
    body: SyncSettingsSchema,
    answers: { 200: SyncStateSchema },
    errors: OBSTACLES,
  },
  refreshSync: {
    method: 'POST',
    path: '/sync/{id}/run',
    tag,
    summary: 'Refresh a flow or document store now',
    description:
      'Reads what fetches its documents by itself; files that have not changed are not opened. It goes on behind, in ordinary runs.',
    params: IdParamsSchema,
    answers: { 202: SyncStateSchema },
    errors: OBSTACLES,
  },
  answerSync: {
    method: 'POST',
    path: '/sync/{id}',
    tag,
    summary: 'Say what has become of files that are missing from its folders',
    description:
      'When a drive is away, when another folder is in the place of one, or when more than half of ten or more files are gone at once, what is stored of them stays until somebody answers; new and changed files go on.',
    params: IdParamsSchema,
    body: SyncAnswerSchema,
    answers: { 200: SyncStateSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'INVALID_INPUT', 'NOTHING_HELD'],
  },
  readSyncLog: {
    method: 'GET',
    path: '/sync/{id}/log',
    tag,
    summary: 'Read the log of syncing, newest first',
    description: 'It has the newest 200 entries.',
    params: IdParamsSchema,
    query: SyncLogQuerySchema,
    answers: { 200: z.array(SyncLogEntrySchema) },
    errors: ['CHATFLOW_NOT_FOUND', 'INVALID_INPUT'],
  },
} as const satisfies Operations;
