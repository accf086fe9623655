import {
  UpsertAcceptedSchema,
  UpsertBodySchema,
  VectorQueryBodySchema,
  VectorQueryResultSchema,
} from '../../api/vector.ts';
import type { Operation } from '../operation.ts';

export const vectorsOperations = {
  /** With `Prefer: respond-async`, which is how clients of ours call it. */
  upsertVector: { method: 'POST', path: '/vector/upsert/{id}', body: UpsertBodySchema, answer: UpsertAcceptedSchema },
  queryVector: {
    method: 'POST',
    path: '/vector/query/{id}',
    body: VectorQueryBodySchema,
    answer: VectorQueryResultSchema,
  },
} as const satisfies Record<string, Operation>;
