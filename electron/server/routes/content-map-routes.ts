import {
  ContentMapQuerySchema,
  ContentMapSchema,
  MapAnswerSchema,
  MapChunksQuerySchema,
  MapChunksSchema,
  MapQuestionSchema,
} from '../../../shared/api/content-map.ts';
import { ContentsParamsSchema, ContentsQuerySchema } from '../../../shared/api/contents.ts';
import { callOf, READ_ERRORS } from './contents-routes.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Contents';
const HITS = 10;

export const contentMapRoutes = [
  route({
    method: 'GET',
    path: '/contents/:id/map',
    operationId: 'getContentMap',
    touches: itsOwner,
    summary: 'Draw the chunks of a collection as points',
    description:
      'At most 5,000 chunks, evenly taken from all sources, by PCA and UMAP. The work takes some seconds: ask again until `state` is READY. It is given up when nobody asks for 10 s.',
    tag,
    params: ContentsParamsSchema,
    querystring: ContentMapQuerySchema,
    answers: { 200: ContentMapSchema },
    errors: [...READ_ERRORS, 'WORKER_CRASHED'],
    handle: (request, { map }, reply) => map.map(callOf(request, reply), request.query.fresh === true),
  }),
  route({
    method: 'GET',
    path: '/contents/:id/map/chunks',
    operationId: 'listMapChunks',
    touches: itsOwner,
    summary: 'Read the texts of points of the map',
    tag,
    params: ContentsParamsSchema,
    querystring: MapChunksQuerySchema,
    answers: { 200: MapChunksSchema },
    errors: [...READ_ERRORS],
    handle: async (request, { map }, reply) => ({
      chunks: await map.chunks(callOf(request, reply), request.query.ids),
    }),
  }),
  route({
    method: 'POST',
    path: '/contents/:id/map/question',
    operationId: 'askMap',
    touches: itsOwner,
    summary: 'Place a question on the map',
    description: 'Also says where its best answers by meaning are. The map must have been drawn.',
    tag,
    params: ContentsParamsSchema,
    querystring: ContentsQuerySchema,
    body: MapQuestionSchema,
    answers: { 200: MapAnswerSchema },
    errors: [...READ_ERRORS, 'EMBEDDING_MISMATCH', 'MODEL_UNAVAILABLE'],
    handle(request, { map }, reply) {
      const { question, topK = HITS } = request.body;
      return map.ask(callOf(request, reply), { question, topK });
    },
  }),
];
