import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readBearerKey } from '../secrets/api-key.ts';
import type { ApiKeyService } from '../services/api-key-service.ts';

export interface ApiKeyGuardOptions {
  readonly keys: Pick<ApiKeyService, 'identify' | 'matches'>;
  /** The key that a chatflow is bound to; undefined or "" if it is bound to none or does not exist. */
  readonly keyOfChatflow: (chatflowId: string) => string | null | undefined;
  /** Id of the chatflow of a run; undefined if the run does not exist. */
  readonly chatflowOfRun: (runId: string) => string | undefined;
  /** Whether every call needs a key. */
  readonly requireApiKey: boolean;
}

/** Route patterns as they are registered, so that other spellings of a path match too. */
const OPEN_ROUTES: ReadonlySet<string> = new Set([`${API_BASE}/ping`, `${API_BASE}/session`]);
const USING_ROUTES: ReadonlySet<string> = new Set([
  `${API_BASE}/vector/upsert/:id`,
  `${API_BASE}/vector/query/:id`,
  `${API_BASE}/runs/:id/resume`,
  `${API_BASE}/runs/:id/repeat`,
]);
/** What shows what people have stored, and in which folders it lies: for the key of a bound flow, and for the app itself. */
const SHOWING_ROUTES = ['/originals/:id', '/contents/', '/sync/:id', '/archives/:id'].map((path) => API_BASE + path);
/** The flow itself. */
const CHANGED_ROUTE = `${API_BASE}/chatflows/:id`;
const CHANGING: ReadonlySet<string> = new Set(['PUT', 'POST', 'DELETE']);

/** @param chatflowId of the flow whose key is required; undefined: any key */
function refuse(reply: FastifyReply, message: string, chatflowId?: string): never {
  reply.header('www-authenticate', 'Bearer');
  throw new UserError('UNAUTHORIZED', message, chatflowId === undefined ? {} : { details: { chatflowId } });
}

function idOf(request: FastifyRequest): string {
  const { params } = request;
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}

/**
 * Checks keys before a body is read. A call that upserts or queries a chatflow bound to a key (or resumes its run) needs that key. So does a call
 * that changes or deletes it or shows what it has stored, except from the app itself, so that a lost key locks nobody out. If the server is private, every call needs a key.
 * Register it before the routes, after the plugin that identifies the app.
 */
export function apiKeyGuard(app: FastifyInstance, options: ApiKeyGuardOptions): void {
  const { keys, keyOfChatflow, chatflowOfRun, requireApiKey } = options;

  /** The flow whose key a call needs. */
  function guardedFlow(request: FastifyRequest, route: string): string | undefined {
    if (USING_ROUTES.has(route)) return route.includes('/runs/') ? chatflowOfRun(idOf(request)) : idOf(request);
    if (SHOWING_ROUTES.some((start) => route.startsWith(start)) && !request.isApp) return idOf(request);
    const isChange = route === CHANGED_ROUTE && CHANGING.has(request.method) && !request.isApp;
    return isChange ? idOf(request) : undefined;
  }

  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    const key = readBearerKey(request.headers.authorization);
    if (requireApiKey && route.startsWith(API_BASE) && !OPEN_ROUTES.has(route)) {
      if (key === undefined || keys.identify(key) === undefined) {
        refuse(
          reply,
          'Every call to this server needs a key, and this one has none that is valid: send Authorization: Bearer and the key.',
        );
      }
    }
    const chatflowId = guardedFlow(request, route);
    if (chatflowId === undefined) return;
    const boundTo = keyOfChatflow(chatflowId) ?? '';
    if (boundTo === '') return;
    if (key === undefined || !keys.matches(boundTo, key)) {
      refuse(
        reply,
        'The chatflow is bound to an API key, and this call does not have it: send Authorization: Bearer and that key.',
        chatflowId,
      );
    }
  });
}
