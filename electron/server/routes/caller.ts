import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether a call's `Prefer` header asks for an answer before the work is done. */
export function wantsAsync(prefer: string | undefined): boolean {
  return (prefer ?? '').split(',').some((value) => value.trim().toLowerCase() === 'respond-async');
}

/** Ends with the caller's connection, for work that nobody else waits for. */
export function signalOf(request: Pick<FastifyRequest, 'url'>, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error(`The caller of ${request.url} has gone.`));
  });
  return controller.signal;
}
