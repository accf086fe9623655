import {
  ModelBodySchema,
  ModelDownloadBodySchema,
  ModelListSchema,
  ModelQuerySchema,
  PreferredModelBodySchema,
} from '../../../shared/api/models.ts';
import { route } from './route.ts';

const tag = 'Server';

/** `/models`: embedding models on this machine, and those that can be fetched. */
export const modelRoutes = [
  route({
    method: 'GET',
    path: '/models',
    operationId: 'listModels',
    touches: 'drawings',
    summary: 'List on-device models',
    description: 'Those that the app knows, those that are on this machine, and those that flows and stores use.',
    tag,
    answers: { 200: ModelListSchema },
    errors: [],
    handle: (_request, { models }) => models.list(),
  }),
  route({
    method: 'POST',
    path: '/models/download',
    operationId: 'downloadModel',
    touches: 'drawings',
    summary: 'Download a model',
    description: 'Goes on in the background, from where an earlier download stopped; GET /models tells how far it is.',
    tag,
    body: ModelDownloadBodySchema,
    answers: { 202: ModelListSchema },
    errors: ['INVALID_PARAM'],
    handle({ body }, { models }, reply) {
      models.download(body.model, body.prefer ?? false);
      reply.code(202);
      return models.list();
    },
  }),
  route({
    method: 'POST',
    path: '/models/cancel',
    operationId: 'cancelModelDownload',
    touches: 'drawings',
    summary: 'Stop the download of a model',
    tag,
    body: ModelBodySchema,
    answers: { 200: ModelListSchema },
    errors: ['NOT_FOUND'],
    async handle({ body }, { models }) {
      await models.cancel(body.model);
      return models.list();
    },
  }),
  route({
    method: 'PUT',
    path: '/models/preferred',
    operationId: 'preferModel',
    touches: 'drawings',
    summary: 'Choose the model that new flows of the window begin with',
    tag,
    body: PreferredModelBodySchema,
    answers: { 200: ModelListSchema },
    errors: ['NOT_FOUND'],
    async handle({ body }, { models }) {
      await models.choose(body.model);
      return models.list();
    },
  }),
  route({
    method: 'DELETE',
    path: '/models',
    operationId: 'removeModel',
    touches: 'drawings',
    summary: 'Remove a model from this machine',
    description: 'Flows and stores that use it download it again when they need it.',
    tag,
    querystring: ModelQuerySchema,
    answers: { 200: ModelListSchema },
    errors: ['INVALID_PARAM', 'MODEL_IN_USE'],
    async handle({ query }, { models }) {
      await models.remove(query.model);
      return models.list();
    },
  }),
];
