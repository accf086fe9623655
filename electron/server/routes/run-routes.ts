import type { FastifyReply } from 'fastify';
import { isFinalStatus, type Run } from '../../../shared/api/runs.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { runOperations } from '../../../shared/operations/run.ts';
import type { NumberedEvent } from '../pipeline/run-events.ts';
import { goesOn } from '../services/runs/kept-uploads.ts';
import type { RunService } from '../services/runs/run-service.ts';
import { signalOf } from './caller.ts';
import type { RoutesOf } from './route.ts';
import { itsRun, usedRun } from './touches.ts';

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
export const runRoutes = {
  listRuns: {
    touches: 'visible',
    handle: ({ query, hiddenOwners }, { runs }) => runs.list(query, hiddenOwners),
  },
  countRuns: {
    touches: 'visible',
    handle: ({ query, hiddenOwners }, { runs }) => ({ count: runs.count(query, hiddenOwners) }),
  },
  getRun: {
    touches: itsRun,
    handle: ({ params }, { runs }) => runs.find(params.id),
  },
  getRunDetails: {
    touches: itsRun,
    handle: ({ params }, { runDetails }) => runDetails.read(params.id),
  },
  repeatRun: {
    touches: usedRun,
    async handle({ params, query }, { runs, upserts, documentStores }, reply) {
      const run = runs.find(params.id);
      if (!isFinalStatus(run.status)) {
        throw goesOn(run);
      }
      const started = run.kind === 'store' ? await documentStores.repeat(run) : await upserts.repeat(run, query.file);
      reply.code(202);
      return { runId: started.runId };
    },
  },
  listRunFiles: {
    touches: itsRun,
    handle: ({ params, query }, { runs }) => runs.listFiles(params.id, query),
  },
  deleteRunFiles: {
    touches: itsRun,
    handle: ({ params }, { runDetails }) => runDetails.deleteUploads(params.id),
  },
  listRunChunks: {
    touches: itsRun,
    handle: (request, { runChunks }, reply) =>
      runChunks.list(request.params.id, request.query, signalOf(request, reply)),
  },
  undoRun: {
    touches: itsRun,
    handle: ({ params }, { undos }) => undos.undo(params.id),
  },
  watchRun: {
    touches: itsRun,
    handle: ({ params, headers }, { runs }, reply) =>
      streamEvents(runs.find(params.id), lastEventId(headers['last-event-id']), reply, runs),
  },
  cancelRun: {
    touches: itsRun,
    handle({ params }, { runs }) {
      const run = runs.find(params.id);
      if (isFinalStatus(run.status)) {
        throw new UserError('RUN_FINISHED', 'The run is over: there is nothing to cancel.', {
          details: { status: run.status },
        });
      }
      return runs.cancel(run.id);
    },
  },
  resumeRun: {
    touches: usedRun,
    async handle({ params }, { upserts }, reply) {
      const { runId, ignored } = await upserts.resume(params.id);
      reply.code(202);
      return { runId, ...(ignored.length === 0 ? {} : { ignoredOverrides: [...ignored] }) };
    },
  },
} satisfies RoutesOf<typeof runOperations>;
