import { z } from 'zod';
import { BinEntrySchema, BinPutSchema, BinSourcesQuerySchema, BinSourcesSchema } from '../../api/bin.ts';
import { DeletionResultSchema } from '../../api/common.ts';
import type { Operation } from '../operation.ts';

export const binOperations = {
  listBin: { method: 'GET', path: '/bin', answer: z.array(BinEntrySchema) },
  listBinSources: { method: 'GET', path: '/bin/sources', query: BinSourcesQuerySchema, answer: BinSourcesSchema },
  binChatflow: { method: 'POST', path: '/bin/chatflows/{id}', body: BinPutSchema, answer: BinEntrySchema },
  binDocumentStore: { method: 'POST', path: '/bin/document-stores/{id}', body: BinPutSchema, answer: BinEntrySchema },
  restoreFromBin: { method: 'POST', path: '/bin/{id}/restore', answer: BinEntrySchema },
  removeFromBin: { method: 'DELETE', path: '/bin/{id}', answer: DeletionResultSchema },
} as const satisfies Record<string, Operation>;
