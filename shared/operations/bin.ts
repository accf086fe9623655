import { z } from 'zod';
import { BinEntrySchema, BinPutSchema, BinSourcesQuerySchema, BinSourcesSchema } from '../api/bin.ts';
import { DeletionResultSchema, IdParamsSchema } from '../api/common.ts';
import type { Operations } from './operation.ts';

const tag = 'Bin';

/** `/bin`: flows and document stores that can be brought back. */
export const binOperations = {
  listBin: {
    method: 'GET',
    path: '/bin',
    tag,
    summary: 'List deleted flows and document stores that can be brought back',
    answers: { 200: z.array(BinEntrySchema) },
    errors: [],
  },
  listBinSources: {
    method: 'GET',
    path: '/bin/sources',
    tag,
    summary: 'List sources that were removed and can be brought back, the newest first',
    description:
      'Bring one back with `POST /contents/{ownerId}/removed/{id}/restore`, or delete it at once with `DELETE` of the same without `/restore`.',
    query: BinSourcesQuerySchema,
    answers: { 200: BinSourcesSchema },
    errors: ['INVALID_INPUT'],
  },
  binChatflow: {
    method: 'POST',
    path: '/bin/chatflows/{id}',
    tag,
    summary: 'Put a chatflow into the bin',
    description: 'Its runs are cancelled. After 7 days it is deleted with all that it has stored.',
    params: IdParamsSchema,
    body: BinPutSchema,
    answers: { 200: BinEntrySchema },
    errors: ['INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
  binDocumentStore: {
    method: 'POST',
    path: '/bin/document-stores/{id}',
    tag,
    summary: 'Put a document store into the bin',
    description: 'Its runs are cancelled. After 7 days it is deleted with all that it has stored.',
    params: IdParamsSchema,
    body: BinPutSchema,
    answers: { 200: BinEntrySchema },
    errors: ['INVALID_INPUT', 'STORE_NOT_FOUND'],
  },
  restoreFromBin: {
    method: 'POST',
    path: '/bin/{id}/restore',
    tag,
    summary: 'Bring back what is in the bin',
    params: IdParamsSchema,
    answers: { 200: BinEntrySchema },
    errors: ['NOT_FOUND'],
  },
  removeFromBin: {
    method: 'DELETE',
    path: '/bin/{id}',
    tag,
    summary: 'Delete what is in the bin at once, with all that it has stored',
    params: IdParamsSchema,
    answers: { 200: DeletionResultSchema },
    errors: ['NOT_FOUND'],
  },
} as const satisfies Operations;
