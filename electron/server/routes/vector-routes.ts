import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IdParamsSchema } from '../../../shared/api/common.ts';
import { DryRunQuerySchema, DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import { idempotencyHeader } from '../../../shared/api/idempotency.ts';
import {
  UpsertAcceptedSchema,
  UpsertBodySchema,
  UpsertFormSchema,
  UpsertHeadersSchema,
  UpsertResultSchema,
  VectorQueryBodySchema,
  VectorQueryResultSchema,
} from '../../../shared/api/vector.ts';
import { errorAnswers } from '../openapi/error-answers.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import type { IdempotencyService, StartedOnce } from '../services/idempotency-service.ts';
import type { QueryService } from '../services/query/query-service.ts';
import { type RateLimiter, readRateLimit } from '../services/rate-limiter.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import type { UpsertRequest, UpsertService } from '../services/upsert-service.ts';
import { answerOnce, putOnceAnswer } from './answer-once.ts';
import { signalOf, wantsAsync } from './caller.ts';
import type { ApiApp } from './operation.ts';
import { isForm, readUpsertForm } from './read-upsert-form.ts';
import { renamedFilesOf, withRenamedFiles } from './upload-names.ts';

export interface VectorRouteOptions {
  readonly chatflows: ChatflowService;
  readonly upserts: UpsertService;
  readonly queries: QueryService;
  readonly idempotency: IdempotencyService;
  readonly rateLimiter: RateLimiter;
  readonly uploadLimitBytes: number;
}

const tags = ['Vector upsert'];

const upsertErrors = errorAnswers(
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
);

const queryErrors = errorAnswers(
  'INVALID_INPUT',
  'CHATFLOW_NOT_FOUND',
  'EMBEDDING_MISMATCH',
  'UNKNOWN_NODE',
  'NO_VECTOR_STORE',
  'SEVERAL_VECTOR_STORES',
  'MISSING_INPUT',
  'CREDENTIAL_HOST',
  'RATE_LIMITED',
  'SERVICE_FAILED',
  'SERVICE_TIMEOUT',
);

const upsertOperation = {
  operationId: 'upsertVector',
  summary: 'Load documents into the vector store of a chatflow',
  description:
    'Send files as a multipart form, or JSON when the loaders of the flow need none. With `Prefer: respond-async` the answer is 202 with the id of the run, which goes on by itself. With an `Idempotency-Key` it can be sent again without running twice; a repeated answer has the header `Idempotent-Replayed: true`. With `dryRun=true` nothing is written, and the answer says what would be.',
  tags,
  params: IdParamsSchema,
  querystring: DryRunQuerySchema,
  headers: UpsertHeadersSchema.extend(idempotencyHeader),
  body: UpsertBodySchema,
  form: UpsertFormSchema,
  response: { 200: z.union([UpsertResultSchema, DryRunResultSchema]), 202: UpsertAcceptedSchema, ...upsertErrors },
};

const queryOperation = {
  operationId: 'queryVector',
  summary: 'Find the passages of a chatflow that answer a question',
  tags,
  params: IdParamsSchema,
  body: VectorQueryBodySchema,
  response: { 200: VectorQueryResultSchema, ...queryErrors },
};

/** Flowise's own page marks its calls so; ours does too. It opens nothing but uploads that a flow keeps switched off for scripts. */
function isFromApp(request: Pick<FastifyRequest, 'headers'>): boolean {
  return request.headers['x-request-from'] === 'internal';
}

/** All that a call answers that is no dry run. */
const AnswerSchema = z.union([UpsertResultSchema, UpsertAcceptedSchema]);
type Answer = z.output<typeof AnswerSchema>;

/** The start of an upsert, as a call that may be repeated wants it. */
async function startUpsert(
  upserts: UpsertService,
  upsert: UpsertRequest,
  folder: RunFolder,
): Promise<StartedOnce<Answer>> {
  const { runId, ignored, result } = await upserts.start(upsert, folder);
  const ignoredOverrides = ignored.length === 0 ? {} : { ignoredOverrides: [...ignored] };
  const accepted = { runId, ...ignoredOverrides, ...renamedFilesOf(upsert.uploads) };
  return { runId, accepted, result: withRenamedFiles(result, upsert.uploads) };
}

/** `/vector/upsert/{id}` and `/vector/query/{id}`. */
export function vectorRoutes(app: ApiApp, options: VectorRouteOptions): void {
  const { chatflows, upserts, queries, rateLimiter, idempotency, uploadLimitBytes } = options;

  /** Before the body is read: an unknown id or a call too many costs nobody an upload. */
  async function admit(request: FastifyRequest<{ Params: { id: string } }>): Promise<void> {
    const chatflow = chatflows.find(request.params.id);
    const limit = readRateLimit(chatflow.apiConfig);
    if (limit !== undefined) rateLimiter.count(`${chatflow.id} ${request.ip}`, limit);
  }

  app.post('/vector/upsert/:id', { onRequest: admit, schema: upsertOperation }, async (request, reply) => {
    const chatflow = chatflows.find(request.params.id);
    const folder = await upserts.makeFolder();
    try {
      const form = isForm(request)
        ? await readUpsertForm(request, folder.path, uploadLimitBytes)
        : { ...request.body, uploads: [] };
      const { overrideConfig: overrides = {}, stopNodeId, skipFailedFiles = false, uploads } = form;
      const upsert = { chatflow, overrides, stopNodeId, skipFailedFiles, uploads, isFromApp: isFromApp(request) };
      if (request.query.dryRun === 'true') {
        return await withRenamedFiles(upserts.dryRun(upsert, folder, signalOf(request, reply)), uploads);
      }
      const { prefer, 'idempotency-key': key } = request.headers;
      // Only when it is on: keys of the day before the update name the same calls.
      const call = { overrides, stopNodeId, isApp: upsert.isFromApp, ...(skipFailedFiles ? { skipFailedFiles } : {}) };
      const start = () => startUpsert(upserts, upsert, folder);
      const once = {
        ownerId: chatflow.id,
        key,
        isAsync: wantsAsync(prefer),
        call,
        uploads,
        answers: AnswerSchema,
        start,
      };
      return putOnceAnswer(reply, await answerOnce(once, idempotency));
    } finally {
      // A run that goes on, or may be resumed, keeps it.
      await folder.discard();
    }
  });

  app.post('/vector/query/:id', { onRequest: admit, schema: queryOperation }, (request, reply) =>
    queries.query(chatflows.find(request.params.id), request.body, signalOf(request, reply)),
  );

  // An upsert or a query without an id: what is missing is the chatflow, not the route.
  for (const path of ['/vector/upsert', '/vector/query']) {
    app.post(path, { schema: { hide: true } }, () => chatflows.find(''));
  }
}
