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
const OPEN_ROUTE = `${API_BASE}/ping`;
const UPSERT_ROUTE = `${API_BASE}/vector/upsert/:id`;
const RESUME_ROUTE = `${API_BASE}/runs/:id/resume`;

function refuse(reply: FastifyReply, message: string): never {
  reply.header('www-authenticate', 'Bearer');
  throw new UserError('UNAUTHORIZED', message);
}

function idOf(request: FastifyRequest): string {
  const { params } = request;
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}

/**
 * Checks keys before anything of a body is read: the key that a chatflow is bound to for its upserts (resumed ones too), and any key for every call when the server is
 * private. To be registered before the routes.
 */
export function apiKeyGuard(app: FastifyInstance, options: ApiKeyGuardOptions): void {
  const { keys, keyOfChatflow, chatflowOfRun, requireApiKey } = options;
  app.addHook('onRequest', async (request, reply) => {
    const route = request.routeOptions.url ?? '';
    const key = readBearerKey(request.headers.authorization);
    if (requireApiKey && route.startsWith(API_BASE) && route !== OPEN_ROUTE) {
      if (key === undefined || keys.identify(key) === undefined) {
        refuse(
          reply,
          'Every call to this server needs a key, and this one has none that is valid: send Authorization: Bearer and the key.',
        );
      }
    }
    if (route !== UPSERT_ROUTE && route !== RESUME_ROUTE) return;
    const chatflowId = route === UPSERT_ROUTE ? idOf(request) : chatflowOfRun(idOf(request));
    const boundTo = keyOfChatflow(chatflowId ?? '') ?? '';
    if (boundTo === '') return;
    if (key === undefined || !keys.matches(boundTo, key)) {
      refuse(
        reply,
        'The chatflow is bound to an API key, and this call does not have it: send Authorization: Bearer and that key.',
      );
    }
  });
}
