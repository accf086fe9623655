import {
  ContentMapQuerySchema,
  ContentMapSchema,
  MapAnswerSchema,
  MapChunksQuerySchema,
  MapChunksSchema,
  MapQuestionSchema,
} from '../api/content-map.ts';
import { ContentsParamsSchema, ContentsQuerySchema } from '../api/contents.ts';
import { READ_ERRORS } from './contents.ts';
import type { Operations } from './operation.ts';

const tag = 'Contents';

export const contentMapOperations = {
  getContentMap: {
    method: 'GET',
    path: '/contents/{id}/map',
    tag,
    summary: 'Draw the chunks of a collection as points',
    description:
      'At most 5,000 chunks, evenly taken from all sources, by PCA and UMAP. The work takes some seconds: ask again until `state` is READY. It is given up when nobody asks for 10 s.',
    params: ContentsParamsSchema,
    query: ContentMapQuerySchema,
    answers: { 200: ContentMapSchema },
    errors: [...READ_ERRORS, 'WORKER_CRASHED'],
  },
  listMapChunks: {
    method: 'GET',
    path: '/contents/{id}/map/chunks',
    tag,
    summary: 'Read the texts of points of the map',
    params: ContentsParamsSchema,
    query: MapChunksQuerySchema,
    answers: { 200: MapChunksSchema },
    errors: [...READ_ERRORS],
  },
  askMap: {
    method: 'POST',
    path: '/contents/{id}/map/question',
    tag,
    summary: 'Place a question on the map',
    description: 'Also says where its best answers by meaning are. The map must have been drawn.',
    params: ContentsParamsSchema,
    query: ContentsQuerySchema,
    body: MapQuestionSchema,
    answers: { 200: MapAnswerSchema },
    errors: [...READ_ERRORS, 'EMBEDDING_MISMATCH', 'MODEL_UNAVAILABLE'],
  },
} as const satisfies Operations;
