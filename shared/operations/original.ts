import { IdParamsSchema } from '../api/common.ts';
import {
  OriginalFileSchema,
  OriginalQuerySchema,
  OriginalSchema,
  OriginalsChangeSchema,
  OriginalTotalsSchema,
  OwnerOriginalsSchema,
  PassageBodySchema,
  PassageSchema,
} from '../api/originals.ts';
import type { Operations } from './operation.ts';

const tag = 'Originals';

/** `/originals`: the files that chunks were read from. `{id}` is that of a chatflow or a document store. */
export const originalOperations = {
  countOriginals: {
    method: 'GET',
    path: '/originals',
    tag,
    summary: 'Space that the originals of uploads take',
    answers: { 200: OriginalTotalsSchema },
    errors: [],
  },
  getOriginals: {
    method: 'GET',
    path: '/originals/{id}',
    tag,
    summary: 'Whether a flow keeps the originals of its uploads, and what they take',
    params: IdParamsSchema,
    answers: { 200: OwnerOriginalsSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  setOriginals: {
    method: 'PUT',
    path: '/originals/{id}',
    tag,
    summary: 'Have a flow keep the originals of its uploads, or not',
    description: 'When it is turned off, the originals that the flow has are deleted. Its chunks stay.',
    params: IdParamsSchema,
    body: OriginalsChangeSchema,
    answers: { 200: OwnerOriginalsSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'INVALID_INPUT'],
  },
  describeOriginal: {
    method: 'GET',
    path: '/originals/{id}/source',
    tag,
    summary: 'Where the original of a source lies, and how it can be shown',
    params: IdParamsSchema,
    query: OriginalQuerySchema,
    answers: { 200: OriginalSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
  },
  findPassage: {
    method: 'POST',
    path: '/originals/{id}/passage',
    tag,
    summary: 'Where a chunk is in its original',
    description:
      'Of a PDF the boxes of its lines on their pages, of a table its row, of all other files its place in the text as it was read.',
    params: IdParamsSchema,
    body: PassageBodySchema,
    answers: { 200: PassageSchema },
    errors: [
      'CHATFLOW_NOT_FOUND',
      'ORIGINAL_NOT_FOUND',
      'INVALID_INPUT',
      'FILE_CORRUPT',
      'WORKER_CRASHED',
      'SERVICE_TIMEOUT',
    ],
  },
  getOriginalFile: {
    method: 'GET',
    path: '/originals/{id}/file',
    tag,
    summary: 'Download the original of a source',
    description: 'With a Range header the answer is 206 with that part of the file.',
    params: IdParamsSchema,
    query: OriginalQuerySchema,
    answers: {
      200: { description: 'The file.', content: { 'application/octet-stream': { schema: OriginalFileSchema } } },
    },
    errors: ['CHATFLOW_NOT_FOUND', 'ORIGINAL_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  },
} as const satisfies Operations;
