import type { FastifyReply } from 'fastify';
import { isFinalStatus, type RunEvent } from '../../../shared/api/runs.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { runOperations } from '../../../shared/operations/run.ts';
import type { upsertHistoryOperations } from '../../../shared/operations/upsert-history.ts';
import type { NumberedEvent } from '../core/event-stream.ts';
import { type LibraryRun, runAnswer, runEventAnswer, runQuery } from '../core/library-run.ts';
import type { RunService } from '../services/runs/run-service.ts';
import { goesOn } from '../services/runs/run-uploads.ts';
import { signalOf } from './caller.ts';
import { openEventSource } from './event-source.ts';
import { readPaging } from './read-paging.ts';
import { DELETED } from './resource-routes.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner, itsRun, usedRun } from './touches.ts';

/** An event of a stream, named by its type, with its number, as JSON. */
function frameOf({ id, event }: NumberedEvent<RunEvent>): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function lastEventId(header: string | undefined): number {
  const number = Number(header ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** Streams a run's events until it ends or the client disconnects; of an ended one those that are still stored, and its final state in any case. */
function streamEvents(run: LibraryRun, after: number, reply: FastifyReply, runs: RunService): FastifyReply {
  const events = runs.watch(run.id);
  const source = openEventSource(reply);
  const stop = events?.subscribe((numbered) => {
    source.send(frameOf({ ...numbered, event: runEventAnswer(numbered.event) }));
    if (numbered.event.type === 'run' && isFinalStatus(numbered.event.run.status)) source.end();
  }, after);
  source.onClose(() => stop?.());
  const now = events?.run() ?? run;
  // Nothing is stored of it, or this caller has already received its end.
  if (isFinalStatus(now.status) && !source.hasEnded()) {
    source.send(frameOf({ id: after + 1, event: { type: 'run', run: runAnswer(now) } }));
    source.end();
  }
  return reply;
}

/** `/runs`: what upserts did and do. */
export const runRoutes = {
  listRuns: {
    touches: 'visible',
    handle: async ({ query, hiddenOwners }, { runs }) =>
      (await runs.list(runQuery(query), hiddenOwners)).map(runAnswer),
  },
  countRuns: {
    touches: 'visible',
    handle: ({ query, hiddenOwners }, { runs }) => ({ count: runs.count(runQuery(query), hiddenOwners) }),
  },
  getRun: {
    touches: itsRun,
    handle: ({ params }, { runs }) => runAnswer(runs.find(params.id)),
  },
  getRunDetails: {
    touches: itsRun,
    handle: ({ params }, { runDetails }) => runDetails.read(params.id),
  },
  repeatRun: {
    touches: usedRun,
    async handle({ params, query }, { runs, upserts }, reply) {
      const run = runs.find(params.id);
      if (!isFinalStatus(run.status)) {
        throw goesOn(run);
      }
      const started = await upserts.repeat(run, query.file);
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
    async handle({ params }, { runs }) {
      const run = runs.find(params.id);
      if (isFinalStatus(run.status)) {
        throw new UserError('RUN_FINISHED', 'The run is over: there is nothing to cancel.', {
          details: { status: run.status },
        });
      }
      return runAnswer(await runs.cancel(run.id));
    },
  },
  resumeRun: {
    touches: usedRun,
    async handle({ params }, { upserts }, reply) {
      const { runId, prepared } = await upserts.resume(params.id);
      reply.code(202);
      return { runId, ...prepared.accepted };
    },
  },
} satisfies RoutesOf<typeof runOperations>;

/** `/upsert-history`: list of a chatflow or a document store, removal of entries. */
export const upsertHistoryRoutes = {
  listUpsertHistory: {
    touches: itsOwner,
    handle: ({ params, query }, { history }) => history.list(params.id, query, readPaging(query)),
  },
  removeUpsertHistory: {
    touches: { byBody: ({ ids }, { runs }) => ids.flatMap((id) => runs.ownerOf(id) ?? []) },
    handle: ({ body }, { history }) => ({ ...DELETED, affected: history.remove(body.ids) }),
  },
} satisfies RoutesOf<typeof upsertHistoryOperations>;
