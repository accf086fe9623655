import { IdParamsSchema } from '../api/common.ts';
import { MoveAcceptedSchema, MoveBodySchema } from '../api/moves.ts';
import type { Operations } from './operation.ts';

/** `/moves`: what a flow has stored goes to another vector store. */
export const moveOperations = {
  moveChatflow: {
    method: 'POST',
    path: '/moves/{id}',
    tag: 'Chatflows',
    summary: 'Move what a chatflow has stored to another vector store',
    description:
      'Chunks, vectors and records are copied into a new collection there, and nothing is embedded again. The present one answers until all is there; then one transaction changes the flow. A run that fails or is cancelled leaves the flow as it was. Always 202.',
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
  },
} as const satisfies Operations;
