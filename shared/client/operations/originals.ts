import {
  OriginalFileSchema,
  OriginalQuerySchema,
  OriginalSchema,
  OriginalsChangeSchema,
  OwnerOriginalsSchema,
  PassageBodySchema,
  PassageSchema,
} from '../../api/originals.ts';
import type { Operation } from '../operation.ts';

export const originalsOperations = {
  getOriginals: { method: 'GET', path: '/originals/{id}', answer: OwnerOriginalsSchema },
  setOriginals: { method: 'PUT', path: '/originals/{id}', body: OriginalsChangeSchema, answer: OwnerOriginalsSchema },
  describeOriginal: {
    method: 'GET',
    path: '/originals/{id}/source',
    query: OriginalQuerySchema,
    answer: OriginalSchema,
  },
  findPassage: { method: 'POST', path: '/originals/{id}/passage', body: PassageBodySchema, answer: PassageSchema },
  getOriginalFile: {
    method: 'GET',
    path: '/originals/{id}/file',
    query: OriginalQuerySchema,
    answer: OriginalFileSchema,
  },
} as const satisfies Record<string, Operation>;
