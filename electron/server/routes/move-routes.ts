import type { moveOperations } from '../../../shared/operations/move.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/moves`: what a flow has stored goes to another vector store. */
export const moveRoutes = {
  moveChatflow: {
    touches: itsOwner,
    async handle({ params, body }, { moves, runs }, reply) {
      const folder = await runs.makeFolder();
      try {
        const accepted = moves.start(params.id, body, folder);
        reply.code(202);
        return accepted;
      } catch (error) {
        await folder.discard();
        throw error;
      }
    },
  },
} satisfies RoutesOf<typeof moveOperations>;
