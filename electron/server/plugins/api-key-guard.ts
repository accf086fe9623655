import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { readBearerKey } from '../secrets/api-key.ts';
import type { ApiKeyService } from '../services/api-key-service.ts';
import { isForeignPage } from './caller-guard.ts';

/** Whose data the calls of a route touch. */
export interface RouteAccess {
  /** Needs neither a key nor the secret of the data folder, whatever the settings. */
  readonly isOpen: boolean;
  /** Whether the app itself needs the key of a bound flow, too. */
  readonly isUse: boolean;
  /** Whether it reads, lists or deletes what people have said, or what opens that: not for pages of other origins, unless they have a key. */
  readonly isPrivate: boolean;
  /** Ids of the chatflows and document stores that a call names, known before its body is read. */
  readonly named?: (request: FastifyRequest) => Iterable<string>;
  /** Those that its body names, when that is read and checked. */
  readonly namedInBody?: (request: FastifyRequest) => Iterable<string>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of the API. */
    readonly access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Ids of the chatflows whose key the caller lacks: lists leave out what is theirs. */
    readonly hiddenOwners: ReadonlySet<string>;
  }
}

export interface ApiKeyGuardOptions {
  readonly keys: Pick<ApiKeyService, 'identify' | 'matches'>;
  readonly chatflows: {
    /** The key that a chatflow is bound to; undefined or "" if it is bound to none or does not exist. */
    readonly keyOf: (chatflowId: string) => string | null | undefined;
    /** The keys that bound chatflows need, by chatflow. */
    readonly bound: () => ReadonlyMap<string, string>;
  };
  /** Whether every call needs a key. */
  readonly requireApiKey: boolean;
}

/** Whether a page of another origin calls, without any key that is valid. */
export function isForeignWithoutKey(
  request: Pick<FastifyRequest, 'headers' | 'isApp'>,
  keys: Pick<ApiKeyService, 'identify'>,
): boolean {
  if (request.isApp || !isForeignPage(request)) return false;
  const key = readBearerKey(request.headers.authorization);
  return key === undefined || keys.identify(key) === undefined;
}

/** @throws UserError FOREIGN_ORIGIN */
export function refuseForeignPages(...call: Parameters<typeof isForeignWithoutKey>): void {
  if (!isForeignWithoutKey(...call)) return;
  throw new UserError(
    'FOREIGN_ORIGIN',
    'What was said in chats, and what opens or deletes them, is not for pages of other origins: send Authorization: Bearer and a key.',
  );
}

/** @param chatflowId of the flow whose key is required; undefined: any key */
function refuse(reply: FastifyReply, message: string, chatflowId?: string): never {
  reply.header('www-authenticate', 'Bearer');
  throw new UserError('UNAUTHORIZED', message, chatflowId === undefined ? {} : { details: { chatflowId } });
}

/**
 * Checks keys before a body is read. Each route says whose data it touches ({@link RouteAccess}): what belongs to a chatflow that is bound to a key is
 * for calls with that key, and for the app itself, so that a lost key locks nobody out; using the flow needs the key in any case. What was said in
 * chats is not for pages of other origins without a key. If the server is private, every call needs a key. Register it before the routes, after the plugin that identifies the app.
 */
export function apiKeyGuard(app: FastifyInstance, { keys, chatflows, requireApiKey }: ApiKeyGuardOptions): void {
  const keyOf = ({ headers }: FastifyRequest) => readBearerKey(headers.authorization);

  function requireKeysOf(owners: Iterable<string>, request: FastifyRequest, reply: FastifyReply): void {
    const isUse = request.routeOptions.config.access?.isUse === true;
    if (request.isApp && !isUse) return;
    const key = keyOf(request);
    for (const chatflowId of owners) {
      const boundTo = chatflows.keyOf(chatflowId) ?? '';
      if (boundTo === '' || (key !== undefined && keys.matches(boundTo, key))) continue;
      refuse(
        reply,
        'The chatflow is bound to an API key, and this call does not have it: send Authorization: Bearer and that key.',
        chatflowId,
      );
    }
  }

  function hiddenFrom(request: FastifyRequest): ReadonlySet<string> {
    const bound = request.isApp ? [] : [...chatflows.bound()];
    const key = bound.length === 0 ? undefined : keyOf(request);
    const own = key === undefined ? undefined : keys.identify(key)?.id;
    return new Set(bound.flatMap(([chatflowId, keyId]) => (keyId === own ? [] : [chatflowId])));
  }

  app.decorateRequest('hiddenOwners', {
    getter(this: FastifyRequest) {
      return hiddenFrom(this);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    if (requireApiKey && url.startsWith(API_BASE) && config.access?.isOpen !== true) {
      const key = keyOf(request);
      if (key === undefined || keys.identify(key) === undefined) {
        refuse(
          reply,
          'Every call to this server needs a key, and this one has none that is valid: send Authorization: Bearer and the key.',
        );
      }
    }
    requireKeysOf(config.access?.named?.(request) ?? [], request, reply);
    if (config.access?.isPrivate === true) refuseForeignPages(request, keys);
  });
  app.addHook('preHandler', async (request, reply) => {
    requireKeysOf(request.routeOptions.config.access?.namedInBody?.(request) ?? [], request, reply);
  });
}
