import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  isFinalStatus,
  type Run,
  RunEventStreamSchema,
  RunEventsHeadersSchema,
  RunListQuerySchema,
  RunSchema,
} from '../../../shared/api/runs.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { NumberedEvent } from '../engine/run-feed.ts';
import type { UpsertService } from '../services/upsert-service.ts';
import { errorAnswers } from './error-answers.ts';
import type { ApiApp } from './operation.ts';

type RunSource = Pick<UpsertService, 'find' | 'list' | 'feed' | 'cancel'>;

const tags = ['Runs'];

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000;

function lastEventId(header: string | undefined): number {
  const number = Number(header ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

function writeEvent(reply: FastifyReply, { id, event }: NumberedEvent): void {
  reply.raw.write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Streams a run's events until it ends or the client goes; a run that is over gets its final state. */
function streamEvents(run: Run, after: number, reply: FastifyReply, upserts: RunSource): void {
  const feed = upserts.feed(run.id);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  if (feed === undefined) {
    writeEvent(reply, { id: after + 1, event: { type: 'run', run } });
    reply.raw.end();
    return;
  }
  const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
  const stop = feed.subscribe((numbered) => {
    writeEvent(reply, numbered);
    if (numbered.event.type === 'run' && isFinalStatus(numbered.event.run.status)) reply.raw.end();
  }, after);
  reply.raw.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}

/** `/runs`: what upserts did and do. */
export function runRoutes(app: ApiApp, upserts: RunSource): void {
  app.get(
    '/runs',
    {
      schema: {
        operationId: 'listRuns',
        summary: 'List runs, newest first',
        tags,
        querystring: RunListQuerySchema,
        response: { 200: z.array(RunSchema), ...errorAnswers('INVALID_INPUT') },
      },
    },
    ({ query }) => upserts.list(query.chatflowId ?? null, query.limit),
  );

  app.get(
    '/runs/:id',
    {
      schema: {
        operationId: 'getRun',
        summary: 'Read a run',
        tags,
        params: IdParamsSchema,
        response: { 200: RunSchema, ...errorAnswers('RUN_NOT_FOUND') },
      },
    },
    ({ params }) => upserts.find(params.id),
  );

  app.get(
    '/runs/:id/events',
    {
      schema: {
        operationId: 'watchRun',
        summary: 'Follow a run while it goes on',
        description: 'Server-sent events. Send `Last-Event-ID` to go on where a broken stream ended.',
        tags,
        params: IdParamsSchema,
        headers: RunEventsHeadersSchema,
        response: {
          200: { description: 'The events.', content: { 'text/event-stream': { schema: RunEventStreamSchema } } },
          ...errorAnswers('RUN_NOT_FOUND'),
        },
      },
    },
    ({ params, headers }, reply) =>
      streamEvents(upserts.find(params.id), lastEventId(headers['last-event-id']), reply, upserts),
  );

  app.post(
    '/runs/:id/cancel',
    {
      schema: {
        operationId: 'cancelRun',
        summary: 'Stop a run',
        description: 'What it has stored so far stays.',
        tags,
        params: IdParamsSchema,
        response: { 200: RunSchema, ...errorAnswers('RUN_NOT_FOUND', 'RUN_FINISHED') },
      },
    },
    ({ params }) => {
      const run = upserts.find(params.id);
      if (isFinalStatus(run.status)) {
        throw new UserError('RUN_FINISHED', 'The run is over: there is nothing to cancel.', {
          details: { status: run.status },
        });
      }
      return upserts.cancel(run.id);
    },
  );
}
