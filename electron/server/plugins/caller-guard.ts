import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
import { WEB_FILE_NAME_HEADER } from '../../../shared/api/web-files.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { isLoopbackName } from '../config.ts';

export interface CallerGuardOptions {
  /** The port that the server listens on; undefined while it does not listen (tests that inject requests). */
  readonly port: () => number | undefined;
  /** Additional `Host` values, as `name:port`. */
  readonly allowedHosts: readonly string[];
  /** Additional origins, as `https://name`. */
  readonly allowedOrigins: readonly string[];
}

/** Splits `name:port`, `[::1]:port` or a bare name. */
function parseHost(host: string): { readonly name: string; readonly port: number | undefined } | undefined {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]/@\s]+)(?::(\d{1,5}))?$/.exec(host);
  const name = match?.[1];
  if (name === undefined) return undefined;
  return { name: name.replace(/^\[|\]$/g, ''), port: match?.[2] === undefined ? undefined : Number(match[2]) };
}

/** How long a browser may cache the answer to a preflight. */
const PREFLIGHT_SECONDS = 600;
/** What a page of another origin may read of an answer beside its body. */
const ANSWER_HEADERS = `ETag, Retry-After, Idempotent-Replayed, ${WEB_FILE_NAME_HEADER}`;

/** A link from another site to our page is a navigation, not an API call. */
function isNavigation({ method, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && !url.toLowerCase().startsWith(API_BASE);
}

/** Answers the preflight of a page with a listed origin. The actual call is checked when it comes. */
function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', headers['access-control-request-headers'] ?? 'content-type')
    .header('access-control-max-age', PREFLIGHT_SECONDS);
  // Chromium's private network access: it requires this before a public page may reach this machine.
  if (headers['access-control-request-private-network'] === 'true') {
    reply.header('access-control-allow-private-network', 'true');
  }
  return reply.code(204).send();
}

/**
 * The origin of the page that calls; undefined: no page does, or it does not say. The pictures of a page come without an `Origin`, but with a `Referer`, which no page can
 * make say another one.
 */
export function pageOrigin({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { origin, referer, 'sec-fetch-dest': destination } = headers;
  if (origin !== undefined || destination !== 'image') return origin;
  const page = URL.parse(referer ?? '');
  return page !== null && /^https?:$/.test(page.protocol) ? page.origin : undefined;
}

/** Whether a page of another origin calls, one that the settings list. */
export function isForeignPage(request: Pick<FastifyRequest, 'headers'>): boolean {
  const { host } = request.headers;
  const origin = pageOrigin(request);
  return origin !== undefined && origin !== PAGE_ORIGIN && origin !== `http://${host}`;
}

/** The refusal of a page that is not ours. */
export function foreignOrigin(): UserError {
  return new UserError(
    'FOREIGN_ORIGIN',
    'A page of another origin may not call Tributary: list the origin in settings.json (allowedOrigins) if it is yours.',
  );
}

/**
 * Accepts only callers that address this server: the `Host` must be a loopback name with our port (this stops DNS rebinding), and a page's `Origin`
 * must be the app's or a listed one (this stops forms and fetches of other sites). Runs before the request is read.
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
        'Tributary does not answer at this address: use http://127.0.0.1 with its port, or list the host in settings.json (allowedHosts).',
      );
    }
    const { 'sec-fetch-site': site } = request.headers;
    const origin = pageOrigin(request);
    const isListed = origin !== undefined && (origin === PAGE_ORIGIN || options.allowedOrigins.includes(origin));
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
    // Some forms are sent without an Origin; Sec-Fetch-Site still shows that they come from another site.
    if (site === 'cross-site' && !isNavigation(request)) throw foreignOrigin();
  });
}
