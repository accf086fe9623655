import { z } from 'zod';
import { StoreQueryBodySchema, StoreQueryResultSchema } from '../../api/document-store-upserts.ts';
import { DocumentStoreSchema } from '../../api/document-stores.ts';
import type { Operation } from '../operation.ts';

export const documentStoresOperations = {
  listDocumentStores: { method: 'GET', path: '/document-store/store', answer: z.array(DocumentStoreSchema) },
  queryDocumentStore: {
    method: 'POST',
    path: '/document-store/vectorstore/query',
    body: StoreQueryBodySchema,
    answer: StoreQueryResultSchema,
  },
} as const satisfies Record<string, Operation>;
