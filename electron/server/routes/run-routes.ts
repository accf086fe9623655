import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isFinalStatus } from '../../../shared/api/runs.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { NumberedEvent } from '../engine/run-feed.ts';
import type { UpsertService } from '../services/upsert-service.ts';
import { parseInput } from './parse-input.ts';

interface IdParams {
  Params: { id: string };
}

const ListQuerySchema = z.object({
  chatflowId: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
});

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000;

function lastEventId(request: FastifyRequest): number {
  const header = request.headers['last-event-id'];
  const number = Number(Array.isArray(header) ? header[0] : (header ?? 0));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

function writeEvent(reply: FastifyReply, { id, event }: NumberedEvent): void {
  reply.raw.write(`id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Streams a run's events until it ends or the client goes; a run that is over gets its final state. */
function streamEvents(request: FastifyRequest<IdParams>, reply: FastifyReply, upserts: UpsertService): void {
  const run = upserts.find(request.params.id);
  const feed = upserts.feed(run.id);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)])),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  if (feed === undefined) {
    writeEvent(reply, { id: lastEventId(request) + 1, event: { type: 'run', run } });
    reply.raw.end();
    return;
  }
  const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
  const stop = feed.subscribe((numbered) => {
    writeEvent(reply, numbered);
    if (numbered.event.type === 'run' && isFinalStatus(numbered.event.run.status)) reply.raw.end();
  }, lastEventId(request));
  reply.raw.once('close', () => {
    clearInterval(heartbeat);
    stop();
  });
}

/** `/runs`: what upserts did and do. */
export function runRoutes(app: FastifyInstance, upserts: UpsertService): void {
  app.get('/runs', (request) => {
    const { chatflowId, limit } = parseInput(ListQuerySchema, request.query, 'query');
    return upserts.list(chatflowId ?? null, limit);
  });
  app.get<IdParams>('/runs/:id', (request) => upserts.find(request.params.id));
  app.get<IdParams>('/runs/:id/events', (request, reply) => streamEvents(request, reply, upserts));
  app.post<IdParams>('/runs/:id/cancel', (request) => {
    const run = upserts.find(request.params.id);
    if (isFinalStatus(run.status)) {
      throw new UserError('RUN_FINISHED', 'The run is over: there is nothing to cancel.', { details: { status: run.status } });
    }
    return upserts.cancel(run.id);
  });
}
