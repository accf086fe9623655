import { z } from 'zod';
import { IdParamsSchema } from '../api/common.ts';
import { DryRunQuerySchema, DryRunResultSchema } from '../api/dry-run.ts';
import { idempotencyHeader } from '../api/idempotency.ts';
import { SearchBodySchema, SearchResultSchema } from '../api/search.ts';
import {
  UpsertAcceptedSchema,
  UpsertBodySchema,
  UpsertFormSchema,
  UpsertHeadersSchema,
  UpsertResultSchema,
  VectorQueryBodySchema,
  VectorQueryResultSchema,
} from '../api/vector.ts';
import type { Operations } from './operation.ts';

const tag = 'Vector upsert';

const UPSERT_ERRORS = [
  'UNAUTHORIZED',
  'INVALID_INPUT',
  'INVALID_JSON',
  'INVALID_MULTIPART',
  'INVALID_OVERRIDE',
  'FILE_CORRUPT',
  'FILE_EMPTY',
  'FILE_HAS_NO_TEXT',
  'FILE_ENCRYPTED',
  'FILE_UPLOADS_OFF',
  'CHATFLOW_NOT_FOUND',
  'RUN_CANCELLED',
  'EMBEDDING_MISMATCH',
  'ARCHIVE_TOO_LARGE',
  'FILE_TOO_LARGE',
  'UNSUPPORTED_FILE_TYPE',
  'UNKNOWN_NODE',
  'NODE_DISABLED',
  'NO_VECTOR_STORE',
  'SEVERAL_VECTOR_STORES',
  'MISSING_INPUT',
  'INVALID_CONNECTION',
  'INVALID_PARAM',
  'CREDENTIAL_HOST',
  'FLOW_HAS_CYCLE',
  'NO_FILES',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'MODEL_UNAVAILABLE',
  'SERVICE_TIMEOUT',
  'DISK_FULL',
] as const;

/** Of any question to what holds passages. */
export const QUERY_ERRORS = [
  'INVALID_INPUT',
  'CHATFLOW_NOT_FOUND',
  'EMBEDDING_MISMATCH',
  'UNKNOWN_NODE',
  'NODE_DISABLED',
  'NO_VECTOR_STORE',
  'SEVERAL_VECTOR_STORES',
  'MISSING_INPUT',
  'CREDENTIAL_HOST',
  'LOCAL_MODELS_ONLY',
  'RATE_LIMITED',
  'TOKENS_SPENT',
  'SERVICE_FAILED',
  'SERVICE_TIMEOUT',
] as const;

/** `/vector/upsert/{id}` and `/vector/query/{id}`; `/search`, which asks several. */
export const vectorOperations = {
  upsertVector: {
    method: 'POST',
    path: '/vector/upsert/{id}',
    tag,
    summary: 'Load documents into the vector store of a chatflow',
    description:
      'Send files as a multipart form, or JSON when the loaders of the flow need none. With `Prefer: respond-async` the answer is 202 with the id of the run, which goes on by itself. With an `Idempotency-Key` it can be sent again without running twice; a repeated answer has the header `Idempotent-Replayed: true`. With `dryRun=true` nothing is written, and the answer says what would be.',
    params: IdParamsSchema,
    query: DryRunQuerySchema,
    headers: UpsertHeadersSchema.extend(idempotencyHeader),
    body: UpsertBodySchema,
    form: UpsertFormSchema,
    answers: { 200: z.union([UpsertResultSchema, DryRunResultSchema]), 202: UpsertAcceptedSchema },
    errors: UPSERT_ERRORS,
  },
  queryVector: {
    method: 'POST',
    path: '/vector/query/{id}',
    tag,
    summary: 'Find the passages of a chatflow that answer a question',
    params: IdParamsSchema,
    body: VectorQueryBodySchema,
    answers: { 200: VectorQueryResultSchema },
    errors: [...QUERY_ERRORS, 'CONSENT_NEEDED'],
  },
  searchOwners: {
    method: 'POST',
    path: '/search',
    tag,
    summary: 'Find the passages of several chatflows and document stores that answer a question, in one ranking',
    description:
      'What one of them cannot answer is told beside the passages of the others. Calls count against the rate limits of the chatflows.',
    body: SearchBodySchema,
    answers: { 200: SearchResultSchema },
    errors: ['UNAUTHORIZED', 'INVALID_INPUT', 'CHATFLOW_NOT_FOUND'],
  },
} as const satisfies Operations;
