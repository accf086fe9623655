import {
  ContentMapQuerySchema,
  ContentMapSchema,
  MapAnswerSchema,
  MapChunksQuerySchema,
  MapChunksSchema,
  MapQuestionSchema,
} from '../../api/content-map.ts';
import { ContentsQuerySchema } from '../../api/contents.ts';
import type { Operation } from '../operation.ts';

export const contentMapOperations = {
  getContentMap: { method: 'GET', path: '/contents/{id}/map', query: ContentMapQuerySchema, answer: ContentMapSchema },
  listMapChunks: {
    method: 'GET',
    path: '/contents/{id}/map/chunks',
    query: MapChunksQuerySchema,
    answer: MapChunksSchema,
  },
  askMap: {
    method: 'POST',
    path: '/contents/{id}/map/question',
    query: ContentsQuerySchema,
    body: MapQuestionSchema,
    answer: MapAnswerSchema,
  },
} as const satisfies Record<string, Operation>;
