import type { moveOperations } from '../../../shared/operations/move.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/moves`: what a flow has stored goes to another vector store. */
export const moveRoutes = {
  moveChatflow: {
    touches: itsOwner,
    async handle({ params, body }, { moves, upserts }, reply) {
      const { runId } = await upserts.startAlone(moves.moveFlow(params.id, body));
      reply.code(202);
      return { runId };
    },
  },
} satisfies RoutesOf<typeof moveOperations>;
