import {
  ModelBodySchema,
  ModelDownloadBodySchema,
  ModelListSchema,
  ModelQuerySchema,
  PreferredModelBodySchema,
} from '../api/models.ts';
import type { Operations } from './operation.ts';

const tag = 'Server';

/** `/models`: embedding models on this machine, and those that can be fetched. */
export const modelOperations = {
  listModels: {
    method: 'GET',
    path: '/models',
    tag,
    summary: 'List on-device models',
    description: 'Those that the app knows, those that are on this machine, and those that flows and stores use.',
    answers: { 200: ModelListSchema },
    errors: [],
  },
  downloadModel: {
    method: 'POST',
    path: '/models/download',
    tag,
    summary: 'Download a model',
    description: 'Goes on in the background, from where an earlier download stopped; GET /models tells how far it is.',
    body: ModelDownloadBodySchema,
    answers: { 202: ModelListSchema },
    errors: ['INVALID_PARAM'],
  },
  cancelModelDownload: {
    method: 'POST',
    path: '/models/cancel',
    tag,
    summary: 'Stop the download of a model',
    body: ModelBodySchema,
    answers: { 200: ModelListSchema },
    errors: ['NOT_FOUND'],
  },
  preferModel: {
    method: 'PUT',
    path: '/models/preferred',
    tag,
    summary: 'Choose the model that new flows of the window begin with',
    body: PreferredModelBodySchema,
    answers: { 200: ModelListSchema },
    errors: ['NOT_FOUND'],
  },
  removeModel: {
    method: 'DELETE',
    path: '/models',
    tag,
    summary: 'Remove a model from this machine',
    description: 'Flows and stores that use it download it again when they need it.',
    query: ModelQuerySchema,
    answers: { 200: ModelListSchema },
    errors: ['INVALID_PARAM', 'MODEL_IN_USE'],
  },
} as const satisfies Operations;
