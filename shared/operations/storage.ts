import { ServerSettingsSchema } from '../api/server-settings.ts';
import { CleanUpAnswerSchema, CleanUpBodySchema, StorageQuerySchema, StorageSchema } from '../api/storage.ts';
import type { Operations } from './operation.ts';

const tag = 'Server';

/** `/server-settings` and `/storage`: what the server runs with, and what takes space in its data folder. */
export const storageOperations = {
  getServerSettings: {
    method: 'GET',
    path: '/server-settings',
    tag,
    summary: 'Read the settings that the server runs with',
    description: 'They are read at the start: see docs/settings.md for how to change them.',
    answers: { 200: ServerSettingsSchema },
    errors: [],
  },
  getStorage: {
    method: 'GET',
    path: '/storage',
    tag,
    summary: 'Read what takes space in the data folder',
    description: 'Answers with what was measured last. It is measured again in the background when that is old.',
    query: StorageQuerySchema,
    answers: { 200: StorageSchema },
    errors: [],
  },
  cleanUpStorage: {
    method: 'POST',
    path: '/storage/clean-up',
    tag,
    summary: 'Clean up a part of the data folder',
    description: 'Goes on in the background; GET /storage tells when it has ended, and what it has freed.',
    body: CleanUpBodySchema,
    answers: { 202: CleanUpAnswerSchema },
    errors: ['CLEAN_UP_RUNNING'],
  },
} as const satisfies Operations;
