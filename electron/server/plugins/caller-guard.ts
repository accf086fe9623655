import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
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

/** How long a browser may remember the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;
const ANSWER_HEADERS = 'ETag, Retry-After, Idempotent-Replayed';

/** A link from another site to a page of ours is no call. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && !url.startsWith(API_BASE);
}

/** Answers a listed page's question whether it may send a call. What it may send is decided when the call comes. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', headers['access-control-request-headers'] ?? 'content-type')
    .header('access-control-max-age', PREFLIGHT_SECONDS);
  // Chromium asks so before a page of the internet may reach this machine.
  if (headers['access-control-request-private-network'] === 'true') {
    reply.header('access-control-allow-private-network', 'true');
  }
  return reply.code(204).send();
}

function foreignOrigin(): UserError {
  return new UserError(
    'FOREIGN_ORIGIN',
    'A page of another origin may not call Tributary: list the origin in settings.json (allowedOrigins) if it is yours.',
  );
}

/**
 * Lets in only callers on this machine that mean us: the `Host` must be a loopback name with our port (a rebound DNS name is not), and
 * a page's `Origin` must be the app itself or a listed one (a foreign page's form or fetch is not). Before anything of the request is read.
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
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isListed = origin !== undefined && options.allowedOrigins.includes(origin);
    if (isListed) {
      reply
        .header('access-control-allow-origin', origin)
        .header('access-control-expose-headers', ANSWER_HEADERS)
        .header('vary', 'Origin')
        .header('cross-origin-resource-policy', 'cross-origin');
      if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
        return answerPreflight(request, reply);
      }
      return;
    }
    if (origin !== undefined && origin !== `http://${host}`) throw foreignOrigin();
    // Some forms come without an Origin; browsers say all the same that they are of another site.
    if (site === 'cross-site' && !isNavigation(request)) throw foreignOrigin();
  });
}
