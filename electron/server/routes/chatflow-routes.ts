import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { deletionWishes } from '../../../shared/api/common.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { chatflowOperations, flowConfigOperations } from '../../../shared/operations/chatflow.ts';
import { listFlowConfig } from '../services/flow-config-service.ts';
import { readPaging } from './read-paging.ts';
import type { RoutesOf, WrittenJson } from './route.ts';
import { itsChats, itsOwner } from './touches.ts';

/** A row as it is answered. */
interface TaggedRow {
  readonly json: Buffer;
  /** Its version: the same for the same content, and another for any other. */
  readonly tag: string;
}

/** Writes a row once for both, its body and its tag: a flow may have 20 MB. */
function tagRow(row: unknown): TaggedRow {
  const json = Buffer.from(JSON.stringify(row));
  return { json, tag: `"${createHash('sha256').update(json).digest('base64url')}"` };
}

/**
 * Goes on only if a row is still the one that the caller has seen.
 * @param ifMatch the `If-Match` of the call: entity tags by comma, or `*`; without it nothing is checked
 * @throws UserError CHANGED_MEANWHILE (412)
 */
function requireMatch(ifMatch: string | undefined, row: unknown): void {
  if (ifMatch === undefined) return;
  const known = ifMatch.split(',').map((tag) => tag.trim());
  if (known.includes('*') || known.includes(tagRow(row).tag)) return;
  throw new UserError(
    'CHANGED_MEANWHILE',
    'It was changed after you read it, so nothing was written: read it again, then repeat your change.',
  );
}

function tagged(reply: FastifyReply, chatflow: Chatflow): WrittenJson<Chatflow> {
  const { json, tag } = tagRow(chatflow);
  reply.header('etag', tag);
  return { json };
}

/** `/chatflows`: list, read, create, change, delete; and what a key opens. */
export const chatflowRoutes = {
  listChatflows: {
    touches: 'drawings',
    handle: ({ query }, { chatflows }) => ({ json: chatflows.listJson(query.type ?? null, readPaging(query)) }),
  },
  listChatflowNames: {
    touches: 'drawings',
    handle: (_request, { chatflows }) => Array.fromAsync(chatflows.names()),
  },
  getChatflow: {
    touches: 'drawings',
    handle: ({ params }, { chatflows }, reply) => tagged(reply, chatflows.find(params.id)),
  },
  createChatflow: {
    touches: 'nothing',
    handle: ({ body }, { chatflows }, reply) => tagged(reply, chatflows.create(body)),
  },
  updateChatflow: {
    touches: itsOwner,
    handle({ params, headers, body }, { chatflows }, reply) {
      const requireSeen = (chatflow: Chatflow) => requireMatch(headers['if-match'], chatflow);
      return tagged(reply, chatflows.update(params.id, body, requireSeen));
    },
  },
  deleteChatflow: {
    touches: itsChats,
    handle: ({ params, query }, { removals }) => removals.remove('chatflow', params.id, deletionWishes(query)),
  },
  listChatflowsOfKey: {
    touches: 'drawings',
    handle({ params, query }, { chatflows, apiKeys }, reply) {
      const key = apiKeys.identify(params.apikey);
      if (key === undefined) {
        reply.header('www-authenticate', 'Bearer');
        throw new UserError('UNAUTHORIZED', 'There is no such API key: make one with POST /api/v1/apikey.');
      }
      return chatflows.listOfKey(key.id, query.keyonly === undefined);
    },
  },
} satisfies RoutesOf<typeof chatflowOperations>;

/** `/flow-config`: what can be overridden in a flow. */
export const flowConfigRoutes = {
  getFlowConfig: {
    touches: 'drawings',
    handle: ({ params }, { chatflows }) => listFlowConfig(chatflows.find(params.id)),
  },
} satisfies RoutesOf<typeof flowConfigOperations>;
