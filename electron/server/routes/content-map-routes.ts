import type { contentMapOperations } from '../../../shared/operations/content-map.ts';
import { callOf } from './contents-routes.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

const HITS = 10;

export const contentMapRoutes = {
  getContentMap: {
    touches: itsOwner,
    handle: (request, { map }, reply) => map.map(callOf(request, reply), request.query.fresh === true),
  },
  listMapChunks: {
    touches: itsOwner,
    handle: async (request, { map }, reply) => ({
      chunks: await map.chunks(callOf(request, reply), request.query.ids),
    }),
  },
  askMap: {
    touches: itsOwner,
    handle(request, { map }, reply) {
      const { question, topK = HITS } = request.body;
      return map.query(callOf(request, reply), { question, topK });
    },
  },
} satisfies RoutesOf<typeof contentMapOperations>;
