import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UpsertAcceptedSchema, type UpsertResult, UpsertResultSchema } from '../../../shared/api/vector.ts';
import { readRateLimit } from '../../../shared/flow/api-config.ts';
import type { vectorOperations } from '../../../shared/operations/vector.ts';
import type { StartedOnce } from '../services/idempotency-service.ts';
import type { FlowUpsertRequest } from '../services/libraries/flow-upsert.ts';
import type { Prepare, PreparedUpsert } from '../services/libraries/prepared-upsert.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import type { UpsertService } from '../services/upserts/upsert-service.ts';
import { answerOnce, putOnceAnswer } from './answer-once.ts';
import type { ApiContext } from './api-context.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { isForm, readUpsertForm } from './read-upsert-form.ts';
import type { RoutesOf } from './route.ts';
import { usedOwner } from './touches.ts';
import { renamedFilesOf, withRenamedFiles } from './upload-names.ts';

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
  prepare: Prepare<PreparedUpsert<UpsertResult>>,
  uploads: FlowUpsertRequest['uploads'],
  folder: RunFolder,
): Promise<StartedOnce<Answer>> {
  const { runId, result, prepared } = await upserts.start(prepare, folder);
  const { ignored = [] } = prepared;
  const ignoredOverrides = ignored.length === 0 ? {} : { ignoredOverrides: [...ignored] };
  return {
    runId,
    accepted: { runId, ...ignoredOverrides, ...renamedFilesOf(uploads) },
    result: withRenamedFiles(result, uploads),
  };
}

/** An unknown id or a call too many. */
function admit(
  { params, ip }: FastifyRequest<{ Params: { id: string } }>,
  { chatflows, rateLimiter }: Pick<ApiContext, 'chatflows' | 'rateLimiter'>,
): void {
  const chatflow = chatflows.find(params.id);
  const limit = readRateLimit(chatflow.apiConfig);
  if (limit !== undefined) rateLimiter.count(`${chatflow.id} ${ip}`, limit);
}

/** `/vector/upsert/{id}` and `/vector/query/{id}`. */
export const vectorRoutes = {
  upsertVector: {
    touches: usedOwner,
    admit,
    async handle(request, { libraries, runs, upserts, idempotency, uploadLimitBytes }, reply) {
      const flow = libraries.flow(request.params.id);
      const folder = await runs.makeFolder();
      try {
        const form = isForm(request)
          ? await readUpsertForm(request, folder.path, uploadLimitBytes)
          : { ...request.body, uploads: [] };
        const { overrideConfig: overrides = {}, stopNodeId, skipFailedFiles = false, uploads } = form;
        const isApp = isFromApp(request);
        const upsert = flow.upsert({ overrides, stopNodeId, skipFailedFiles, uploads, isFromApp: isApp });
        if (request.query.dryRun === 'true') {
          return await withRenamedFiles(upserts.dryRun(upsert, folder, signalOf(request, reply)), uploads);
        }
        const { prefer, 'idempotency-key': key } = request.headers;
        // Only when it is on: keys of the day before the update name the same calls.
        const skipping = skipFailedFiles ? { skipFailedFiles } : {};
        const call = { overrides, stopNodeId, isApp, ...skipping };
        const start = () => startUpsert(upserts, upsert, uploads, folder);
        const isAsync = wantsAsync(prefer);
        const once = { ownerId: flow.id, key, isAsync, call, uploads, answers: AnswerSchema, start };
        return putOnceAnswer(reply, await answerOnce(once, idempotency));
      } finally {
        // A run that goes on, or may be resumed, keeps it.
        await folder.discard();
      }
    },
  },
  queryVector: {
    touches: usedOwner,
    admit,
    handle: (request, { queries }, reply) => queries.query(request.params.id, request.body, signalOf(request, reply)),
  },
} satisfies RoutesOf<typeof vectorOperations>;

/** Calls that forgot the id: what is missing is the chatflow, not the route. They are in no document. */
export function refuseMissingIds(api: FastifyInstance, { chatflows }: Pick<ApiContext, 'chatflows'>): void {
  for (const path of ['/vector/upsert', '/vector/query']) api.post(path, () => chatflows.find(''));
}
