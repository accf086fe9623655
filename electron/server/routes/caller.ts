import type { FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '../../../shared/errors/errors.ts';
import { CallerGone } from '../core/caller-gone.ts';

/** Whether a call's `Prefer` header requests an answer before the work is done. */
export function wantsAsync(prefer: string | undefined): boolean {
  return (prefer ?? '').split(',').some((value) => value.trim().toLowerCase() === 'respond-async');
}

/** Aborts when the caller disconnects, for work whose result only the caller wants. */
export function signalOf(request: Pick<FastifyRequest, 'url'>, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new CallerGone(`The caller of ${request.url} has gone.`));
  });
  return controller.signal;
}

/**
 * Refuses what only a person at the app may do: an API key, or none, is not enough.
 * @throws UserError APP_ONLY (403)
 */
export function requireApp({ isApp }: Pick<FastifyRequest, 'isApp'>, what: string): void {
  if (isApp) return;
  throw new UserError(
    'APP_ONLY',
    `${what} is given by the app only: use its window, a page that was opened with tributary open, or the command line.`,
  );
}
