import type { FastifyInstance } from 'fastify';
import { UserError } from '../../../shared/errors/errors.ts';
import { isLoopbackName } from '../config.ts';

export interface CallerGuardOptions {
  /** The port that we listen on; undefined while we don't (tests that inject). */
  readonly port: () => number | undefined;
  /** Further `Host` values, as `name:port`. */
  readonly allowedHosts: readonly string[];
  /** Further origins, as `https://name`. */
  readonly allowedOrigins: readonly string[];
}

/** Splits `name:port`, `[::1]:port` or a bare name. */
function parseHost(host: string): { readonly name: string; readonly port: number | undefined } | undefined {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]/@\s]+)(?::(\d{1,5}))?$/.exec(host);
  const name = match?.[1];
  if (name === undefined) return undefined;
  return { name: name.replace(/^\[|\]$/g, ''), port: match?.[2] === undefined ? undefined : Number(match[2]) };
}

/**
 * Lets in only callers on this machine that mean us: the `Host` must be a loopback name with our port (a rebound DNS name is not), and
 * a page's `Origin` must be the app itself (a foreign page's form or fetch is not). Before anything of the request is read.
 */
export function callerGuard(app: FastifyInstance, options: CallerGuardOptions): void {
  function isOurHost(host: string): boolean {
    if (options.allowedHosts.includes(host)) return true;
    const parsed = parseHost(host);
    if (parsed === undefined || !isLoopbackName(parsed.name)) return false;
    const port = options.port();
    return port === undefined || (parsed.port ?? 80) === port;
  }

  app.addHook('onRequest', async (request, reply) => {
    const host = request.headers.host ?? '';
    if (!isOurHost(host)) {
      throw new UserError(
        'FOREIGN_HOST',
        'This address is not one that Tributary answers to: use http://127.0.0.1 with its port, or list the host in settings.json (allowedHosts).',
      );
    }
    const { origin } = request.headers;
    const isOwn = origin === undefined || origin === `http://${host}`;
    if (!isOwn && !options.allowedOrigins.includes(origin)) {
      throw new UserError(
        'FOREIGN_ORIGIN',
        'A page of another origin may not call Tributary: list the origin in settings.json (allowedOrigins) if it is yours.',
      );
    }
    if (!isOwn) reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
  });
}
