import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
import { LOCAL_TOKEN_HEADER } from '../../../shared/data-folder.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { type AppSession, SESSION_SECONDS } from '../services/app-session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The app itself (window, page, command line), or another program that has the secret of the data folder. */
    isApp: boolean;
  }
}

export interface AppCallerOptions {
  readonly session: AppSession;
  /** The port that we listen on; undefined while we don't. */
  readonly port: () => number | undefined;
  /** Every call must be of the app, or have the secret of the data folder. */
  readonly requireLocalToken: boolean;
}

/** Routes that need no secret: the one says nothing, the other takes the code that stands for it. */
const OPEN_ROUTES: ReadonlySet<string> = new Set([`${API_BASE}/ping`, `${API_BASE}/session`]);

/** Browsers send cookies to every port of a host: the port in the name keeps two servers apart. */
function cookieName(port: number | undefined): string {
  return `tributary-session-${port ?? 0}`;
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const [key, value] = part.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}

/** A page of another origin may cause a request that has the cookie, but is not the app. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

/** Gives a browser the cookie of a session. */
export function setSessionCookie(reply: FastifyReply, value: string, port: number | undefined): void {
  const name = cookieName(port);
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_SECONDS}`);
}

/** Says of each call whether it is the app's, and lets in no other when the settings want that. Before anything of a body is read. */
export function appCaller(app: FastifyInstance, { session, port, requireLocalToken }: AppCallerOptions): void {
  app.decorateRequest('isApp', false);
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    const token = headers[LOCAL_TOKEN_HEADER];
    const cookie = readCookie(headers.cookie, cookieName(port()));
    request.isApp =
      (typeof token === 'string' && session.isToken(token)) ||
      (cookie !== undefined && isOwnPage(request) && session.isCookie(cookie));
    if (!requireLocalToken || request.isApp) return;
    const route = request.routeOptions.url ?? '';
    if (!route.startsWith(API_BASE) || OPEN_ROUTES.has(route)) return;
    throw new UserError(
      'LOCAL_TOKEN_REQUIRED',
      `This server answers only to programs of its owner: open the page with tributary open, or send the text of local.token in the data folder as the header ${LOCAL_TOKEN_HEADER}.`,
    );
  });
}
