import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
import { LOCAL_TOKEN_HEADER } from '../../../shared/data-folder.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { type AppSession, SESSION_SECONDS } from '../services/app-session.ts';
import { foreignOrigin } from './caller-guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the caller is the app itself (window, page, command line), or another program that has the secret of the data folder. */
    isApp: boolean;
  }
}

export interface AppCallerOptions {
  readonly session: AppSession;
  /** The port that the server listens on; undefined while it does not listen. */
  readonly port: () => number | undefined;
  /** Whether every call must come from the app, or have the secret of the data folder. */
  readonly requireLocalToken: boolean;
}

/** Browsers send cookies to every port of a host: the port in the name separates two servers. */
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

/** A page of another origin can cause a request with the cookie, but it is not the app. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

/** Sends a browser the session cookie. */
export function setSessionCookie(reply: FastifyReply, value: string, port: number | undefined): void {
  const name = cookieName(port);
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_SECONDS}`);
}

/** Marks each call that comes from the app, and rejects all others if the settings require it. Runs before a body is read. */
export function appCaller(app: FastifyInstance, { session, port, requireLocalToken }: AppCallerOptions): void {
  app.decorateRequest('isApp', false);
  app.addHook('onRequest', async (request) => {
    const { headers } = request;
    const token = headers[LOCAL_TOKEN_HEADER];
    const cookie = readCookie(headers.cookie, cookieName(port()));
    request.isApp =
      (typeof token === 'string' && session.isToken(token)) ||
      (cookie !== undefined && isOwnPage(request) && session.isCookie(cookie));
    // The window sends the secret with every call: without it, another program has taken its page's origin.
    if (headers.origin === PAGE_ORIGIN && !request.isApp) throw foreignOrigin();
    if (!requireLocalToken || request.isApp) return;
    const { url = '', config } = request.routeOptions;
    if (!url.startsWith(API_BASE) || config.access?.isOpen === true) return;
    throw new UserError(
      'LOCAL_TOKEN_REQUIRED',
      `This server answers only to programs of its owner: open the page with tributary open, or send the text of local.token in the data folder as the header ${LOCAL_TOKEN_HEADER}.`,
    );
  });
}
