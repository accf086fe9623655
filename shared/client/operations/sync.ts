import { z } from 'zod';
import {
  SyncAnswerSchema,
  SyncListSchema,
  SyncLogEntrySchema,
  SyncLogQuerySchema,
  SyncSettingsSchema,
  SyncStateSchema,
} from '../../api/sync.ts';
import type { Operation } from '../operation.ts';

export const syncOperations = {
  listSyncs: { method: 'GET', path: '/sync', answer: SyncListSchema },
  getSync: { method: 'GET', path: '/sync/{id}', answer: SyncStateSchema },
  saveSync: { method: 'PUT', path: '/sync/{id}', body: SyncSettingsSchema, answer: SyncStateSchema },
  answerSync: { method: 'POST', path: '/sync/{id}', body: SyncAnswerSchema, answer: SyncStateSchema },
  refreshSync: { method: 'POST', path: '/sync/{id}/run', answer: SyncStateSchema },
  readSyncLog: {
    method: 'GET',
    path: '/sync/{id}/log',
    query: SyncLogQuerySchema,
    answer: z.array(SyncLogEntrySchema),
  },
} as const satisfies Record<string, Operation>;
