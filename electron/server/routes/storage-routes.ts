import { ServerSettingsSchema } from '../../../shared/api/server-settings.ts';
import {
  CleanUpAnswerSchema,
  CleanUpBodySchema,
  StorageQuerySchema,
  StorageSchema,
} from '../../../shared/api/storage.ts';
import { route } from './route.ts';

const tag = 'Server';

/** `/server-settings` and `/storage`: what the server runs with, and what takes space in its data folder. */
export const storageRoutes = [
  route({
    method: 'GET',
    path: '/server-settings',
    operationId: 'getServerSettings',
    touches: 'nothing',
    summary: 'Read the settings that the server runs with',
    description: 'They are read at the start: see docs/settings.md for how to change them.',
    tag,
    answers: { 200: ServerSettingsSchema },
    errors: [],
    handle: (_request, { serverSettings }) => serverSettings(),
  }),
  route({
    method: 'GET',
    path: '/storage',
    operationId: 'getStorage',
    touches: 'nothing',
    summary: 'Read what takes space in the data folder',
    description: 'Answers with what was measured last. It is measured again in the background when that is old.',
    tag,
    querystring: StorageQuerySchema,
    answers: { 200: StorageSchema },
    errors: [],
    handle: ({ query }, { storage }) => storage.look(query.fresh === 'true'),
  }),
  route({
    method: 'POST',
    path: '/storage/clean-up',
    operationId: 'cleanUpStorage',
    touches: 'everything',
    summary: 'Clean up a part of the data folder',
    description: 'Goes on in the background; GET /storage tells when it has ended, and what it has freed.',
    tag,
    body: CleanUpBodySchema,
    answers: { 202: CleanUpAnswerSchema },
    errors: ['CLEAN_UP_RUNNING'],
    handle({ body }, { storage }, reply) {
      storage.cleanUp(body.part);
      reply.code(202);
      return { cleaning: body.part };
    },
  }),
];
