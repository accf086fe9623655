import { IdParamsSchema } from '../../../shared/api/common.ts';
import { MoveAcceptedSchema, MoveBodySchema } from '../../../shared/api/moves.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/moves`: what a flow has stored goes to another vector store. */
export const moveRoutes = [
  route({
    method: 'POST',
    path: '/moves/:id',
    operationId: 'moveChatflow',
    touches: itsOwner,
    summary: 'Move what a chatflow has stored to another vector store',
    description:
      'Chunks, vectors and records are copied into a new collection there, and nothing is embedded again. The present one answers until all is there; then one transaction changes the flow. A run that fails or is cancelled leaves the flow as it was. Always 202.',
    tag: 'Chatflows',
    params: IdParamsSchema,
    body: MoveBodySchema,
    answers: { 202: MoveAcceptedSchema },
    errors: [
      'CHATFLOW_NOT_FOUND',
      'NO_VECTOR_STORE',
      'SEVERAL_VECTOR_STORES',
      'INVALID_INPUT',
      'INVALID_PARAM',
      'MISSING_INPUT',
      'STORE_BUSY',
      'CREDENTIAL_UNUSABLE',
      'DISK_FULL',
    ],
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
  }),
];
