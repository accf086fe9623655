import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readBearerKey } from '../secrets/api-key.ts';
import type { ApiKeyService } from '../services/api-key-service.ts';

export interface ApiKeyGuardOptions {
  readonly keys: Pick<ApiKeyService, 'identify' | 'matches'>;
  /** The key that a chatflow is bound to; undefined or "" for a flow that is bound to none, or that is not there. */
  readonly keyOfChatflow: (chatflowId: string) => string | null | undefined;
  /** Id of the chatflow that a run is of; undefined for a run that is not there. */
  readonly chatflowOfRun: (runId: string) => string | undefined;
  /** Every call needs a key, whatever it is about. */
  readonly requireApiKey: boolean;
}

/** Patterns of routes, as they are registered: a path that is written another way still matches its pattern. */
const OPEN_ROUTES: ReadonlySet<string> = new Set([`${API_BASE}/ping`, `${API_BASE}/session`]);
const USING_ROUTES: ReadonlySet<string> = new Set([
  `${API_BASE}/vector/upsert/:id`,
  `${API_BASE}/vector/query/:id`,
  `${API_BASE}/runs/:id/resume`,
]);
const FLOW_ROUTE = `${API_BASE}/chatflows/:id`;
const CHANGING: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** @param chatflowId of the flow whose key is wanted; undefined: any key */
function refuse(reply: FastifyReply, message: string, chatflowId?: string): never {
  reply.header('www-authenticate', 'Bearer');
  throw new UserError('UNAUTHORIZED', message, chatflowId === undefined ? {} : { details: { chatflowId } });
}

function idOf(request: FastifyRequest): string {
  const { params } = request;
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}

/**
 * Checks keys before anything of a body is read: the key that a chatflow is bound to when it is asked or upserts (a resumed run too), and when it is changed or deleted, which
 * the app itself may do without, so that a lost key locks nobody out; and any key for every call when the server is private. To be registered before the routes, behind the
 * plugin that says who is the app.
 */
export function apiKeyGuard(app: FastifyInstance, options: ApiKeyGuardOptions): void {
  const { keys, keyOfChatflow, chatflowOfRun, requireApiKey } = options;

  /** The flow whose key a call needs. */
  function guardedFlow(request: FastifyRequest, route: string): string | undefined {
    if (USING_ROUTES.has(route)) return route.includes('/runs/') ? chatflowOfRun(idOf(request)) : idOf(request);
    const isChange = route === FLOW_ROUTE && CHANGING.has(request.method) && !request.isApp;
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
