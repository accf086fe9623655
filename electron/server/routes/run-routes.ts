import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { IdParamsSchema } from '../../../shared/api/common.ts';
import { RunChunkListQuerySchema, RunChunkListSchema, RunUndoneSchema } from '../../../shared/api/run-chunks.ts';
import { KeptUploadsSchema, RepeatQuerySchema, RunDetailsSchema } from '../../../shared/api/run-details.ts';
import { RunFileListQuerySchema, RunFileListSchema } from '../../../shared/api/run-files.ts';
import {
  isFinalStatus,
  type Run,
  RunCountQuerySchema,
  RunCountSchema,
  RunEventSchema,
  RunEventsHeadersSchema,
  RunListQuerySchema,
  RunSchema,
} from '../../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../../shared/api/vector.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { NumberedEvent } from '../pipeline/run-events.ts';
import { goesOn } from '../services/runs/kept-uploads.ts';
import type { RunService } from '../services/runs/run-service.ts';
import { signalOf } from './caller.ts';
import { route } from './route.ts';
import { itsRun, usedRun } from './touches.ts';

const tag = 'Runs';

const RESUME_ERRORS = [
  'INVALID_INPUT',
  'INVALID_OVERRIDE',
  'INVALID_FLOW_DATA',
  'FILE_UPLOADS_OFF',
  'UNAUTHORIZED',
  'RUN_NOT_FOUND',
  'CHATFLOW_NOT_FOUND',
  'RUN_NOT_RESUMABLE',
  'UNSUPPORTED_FILE_TYPE',
  'UNKNOWN_NODE',
  'NODE_DISABLED',
  'NO_VECTOR_STORE',
  'SEVERAL_VECTOR_STORES',
  'MISSING_INPUT',
  'INVALID_CONNECTION',
  'INVALID_PARAM',
  'CREDENTIAL_UNUSABLE',
  'CREDENTIAL_HOST',
  'FLOW_HAS_CYCLE',
  'NO_FILES',
] as const;

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000;

function lastEventId(header: string | undefined): number {
  const number = Number(header ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

function writeEvent(reply: FastifyReply, { id, event }: NumberedEvent): void {
  reply.raw.write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Streams a run's events until it ends or the client goes; of a run that is over those that are still there, and its final state in any case. */
function streamEvents(run: Run, after: number, reply: FastifyReply, runs: RunService): FastifyReply {
  const events = runs.events(run.id);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  if (events === undefined) {
    const past = runs.pastEvents(run.id).filter(({ id }) => id > after);
    for (const event of past) writeEvent(reply, event);
    if (past.length === 0) writeEvent(reply, { id: after + 1, event: { type: 'run', run } });
    reply.raw.end();
    return reply;
  }
  const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
  const stop = events.subscribe((numbered) => {
    writeEvent(reply, numbered);
    if (numbered.event.type === 'run' && isFinalStatus(numbered.event.run.status)) reply.raw.end();
  }, after);
  const now = events.run();
  // It has ended, and this caller has had its end before.
  if (isFinalStatus(now.status) && !reply.raw.writableEnded) {
    writeEvent(reply, { id: after + 1, event: { type: 'run', run: now } });
    reply.raw.end();
  }
  reply.raw.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
  return reply;
}

/** `/runs`: what upserts did and do. */
export const runRoutes = [
  route({
    method: 'GET',
    path: '/runs',
    operationId: 'listRuns',
    touches: 'visible',
    summary: 'List runs, newest first',
    tag,
    querystring: RunListQuerySchema,
    answers: { 200: z.array(RunSchema) },
    errors: ['INVALID_INPUT'],
    handle: ({ query, hiddenOwners }, { runs }) => runs.list(query, hiddenOwners),
  }),
  route({
    method: 'GET',
    path: '/runs/count',
    operationId: 'countRuns',
    touches: 'visible',
    summary: 'Count runs',
    tag,
    querystring: RunCountQuerySchema,
    answers: { 200: RunCountSchema },
    errors: ['INVALID_INPUT'],
    handle: ({ query, hiddenOwners }, { runs }) => ({ count: runs.count(query, hiddenOwners) }),
  }),
  route({
    method: 'GET',
    path: '/runs/:id',
    operationId: 'getRun',
    touches: itsRun,
    summary: 'Read a run',
    tag,
    params: IdParamsSchema,
    answers: { 200: RunSchema },
    errors: ['RUN_NOT_FOUND'],
    handle: ({ params }, { runs }) => runs.find(params.id),
  }),
  route({
    method: 'GET',
    path: '/runs/:id/details',
    operationId: 'getRunDetails',
    touches: itsRun,
    summary: 'Read the settings of a run, what is different from the run before, and whether it can be done again',
    tag,
    params: IdParamsSchema,
    answers: { 200: RunDetailsSchema },
    errors: ['RUN_NOT_FOUND'],
    handle: ({ params }, { runDetails }) => runDetails.read(params.id),
  }),
  route({
    method: 'POST',
    path: '/runs/:id/repeat',
    operationId: 'repeatRun',
    touches: usedRun,
    summary: 'Start a run once more that has finished',
    description:
      'It becomes a new run, with the same overrides and files, on the flow or store as it is now. A run of a flow whose files are not kept any more is refused. With `file` it brings only that file of a flow, and what is stored of others stays. A store loads the same loader again, from the files that it keeps.',
    tag,
    params: IdParamsSchema,
    querystring: RepeatQuerySchema,
    answers: { 202: UpsertAcceptedSchema },
    errors: [...RESUME_ERRORS, 'STORE_NOT_FOUND'],
    async handle({ params, query }, { runs, upserts, documentStores }, reply) {
      const run = runs.find(params.id);
      if (!isFinalStatus(run.status)) {
        throw goesOn(run);
      }
      const started = run.kind === 'store' ? await documentStores.repeat(run) : await upserts.repeat(run, query.file);
      reply.code(202);
      return { runId: started.runId };
    },
  }),
  route({
    method: 'GET',
    path: '/runs/:id/files',
    operationId: 'listRunFiles',
    touches: itsRun,
    summary: 'List the files of a run, with what became of each',
    description:
      'While the run goes on too. What a loader finds by itself (pages, files of a folder, rows) is listed as it is found, up to 20,000.',
    tag,
    params: IdParamsSchema,
    querystring: RunFileListQuerySchema,
    answers: { 200: RunFileListSchema },
    errors: ['INVALID_INPUT', 'RUN_NOT_FOUND'],
    handle: ({ params, query }, { runs }) => runs.listFiles(params.id, query),
  }),
  route({
    method: 'DELETE',
    path: '/runs/:id/files',
    operationId: 'deleteRunFiles',
    touches: itsRun,
    summary: 'Delete the uploads that a run keeps',
    description:
      'What came with the call of a run that did not finish is kept for seven days, so that it can be resumed; afterwards it can not. Answers what was deleted.',
    tag,
    params: IdParamsSchema,
    answers: { 200: KeptUploadsSchema },
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_RESUMABLE'],
    handle: ({ params }, { runDetails }) => runDetails.deleteUploads(params.id),
  }),
  route({
    method: 'GET',
    path: '/runs/:id/chunks',
    operationId: 'listRunChunks',
    touches: itsRun,
    summary: 'List the chunks that a run added, updated, deleted or skipped',
    description:
      'For the newest 20 runs of a flow or store, for seven days; skipped ones for the last run only. Of a vector store outside of Tributary only added ones. Of an older run that replaced more than 2,000 chunks there is no list.',
    tag,
    params: IdParamsSchema,
    querystring: RunChunkListQuerySchema,
    answers: { 200: RunChunkListSchema },
    errors: ['INVALID_INPUT', 'RUN_NOT_FOUND', 'SERVICE_FAILED'],
    handle: (request, { runChunks }, reply) =>
      runChunks.list(request.params.id, request.query, signalOf(request, reply)),
  }),
  route({
    method: 'POST',
    path: '/runs/:id/undo',
    operationId: 'undoRun',
    touches: itsRun,
    summary: 'Undo the last run of a flow or store',
    description:
      'What it added goes, what it deleted or updated is as it was; nothing is embedded. Answers when it is done, and goes on when the caller hangs up. Settings stay as they are. In a vector store outside of Tributary only a run that just added chunks can be undone.',
    tag,
    params: IdParamsSchema,
    answers: { 200: RunUndoneSchema },
    errors: ['RUN_NOT_FOUND', 'RUN_NOT_UNDOABLE', 'STORE_BUSY', 'SERVICE_FAILED'],
    handle: ({ params }, { undos }) => undos.undo(params.id),
  }),
  route({
    method: 'GET',
    path: '/runs/:id/events',
    operationId: 'watchRun',
    touches: itsRun,
    summary: 'Follow a run while it goes on',
    description: 'Server-sent events. Send `Last-Event-ID` to go on where a broken stream ended.',
    tag,
    params: IdParamsSchema,
    headers: RunEventsHeadersSchema,
    answers: {
      200: {
        description:
          'The data of each event is one of these, as JSON. The stream ends when the run does; of a run that has just ended it has the same events.',
        content: { 'text/event-stream': { schema: RunEventSchema } },
      },
    },
    errors: ['RUN_NOT_FOUND'],
    handle: ({ params, headers }, { runs }, reply) =>
      streamEvents(runs.find(params.id), lastEventId(headers['last-event-id']), reply, runs),
  }),
  route({
    method: 'POST',
    path: '/runs/:id/cancel',
    operationId: 'cancelRun',
    touches: itsRun,
    summary: 'Stop a run',
    description: 'What it has stored so far stays.',
    tag,
    params: IdParamsSchema,
    answers: { 200: RunSchema },
    errors: ['RUN_NOT_FOUND', 'RUN_FINISHED'],
    handle({ params }, { runs }) {
      const run = runs.find(params.id);
      if (isFinalStatus(run.status)) {
        throw new UserError('RUN_FINISHED', 'The run is over: there is nothing to cancel.', {
          details: { status: run.status },
        });
      }
      return runs.cancel(run.id);
    },
  }),
  route({
    method: 'POST',
    path: '/runs/:id/resume',
    operationId: 'resumeRun',
    touches: usedRun,
    summary: 'Start a run once more that failed, was cancelled or was cut off',
    description:
      'It becomes a new run, with the same files and overrides, on the chatflow as it is now. The files of such a run are kept for 7 days. What it had stored stays: with a record manager it is skipped, without one it is replaced, so that nothing is there twice.',
    tag,
    params: IdParamsSchema,
    answers: { 202: UpsertAcceptedSchema },
    errors: RESUME_ERRORS,
    async handle({ params }, { upserts }, reply) {
      const { runId, ignored } = await upserts.resume(params.id);
      reply.code(202);
      return { runId, ...(ignored.length === 0 ? {} : { ignoredOverrides: [...ignored] }) };
    },
  }),
];
