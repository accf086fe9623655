import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { UpsertAcceptedSchema, UpsertResultSchema } from '../../../shared/api/vector.ts';
import type { vectorOperations } from '../../../shared/operations/vector.ts';
import { admitQuestion, countCall } from './admit-question.ts';
import { answerUpsert } from './answer-once.ts';
import type { ApiContext } from './api-context.ts';
import { signalOf } from './caller.ts';
import { isForm, readUpsertForm } from './read-upsert-form.ts';
import type { RoutesOf } from './route.ts';
import { usedOwner } from './touches.ts';

/** Flowise's own page marks its calls so; ours does too. It only permits uploads that a flow has switched off for scripts, and has a person asked before passages go to a service. */
function isFromApp(request: Pick<FastifyRequest, 'headers'>): boolean {
  return request.headers['x-request-from'] === 'internal';
}

/** All that a call answers that is no dry run. */
const AnswerSchema = z.union([UpsertResultSchema, UpsertAcceptedSchema]);

/** An unknown id or a call too many. */
function admit(
  { params, ip }: FastifyRequest<{ Params: { id: string } }>,
  context: Pick<ApiContext, 'chatflows' | 'rateLimiter'>,
): void {
  countCall(context.chatflows.find(params.id), ip, context);
}

/** `/vector/upsert/{id}` and `/vector/query/{id}`; `/search`. */
export const vectorRoutes = {
  upsertVector: {
    touches: usedOwner,
    admit,
    async handle(request, context, reply) {
      const { libraries, runs, uploadLimitBytes } = context;
      const flow = libraries.flow(request.params.id);
      const folder = await runs.makeFolder();
      try {
        const form = isForm(request)
          ? await readUpsertForm(request, folder.open(), uploadLimitBytes)
          : { ...request.body, uploads: [] };
        const { overrideConfig: overrides = {}, stopNodeId, skipFailedFiles = false, uploads } = form;
        const isApp = isFromApp(request);
        const prepare = flow.upsert({ overrides, stopNodeId, skipFailedFiles, uploads, isFromApp: isApp });
        // Only when it is on: keys of the day before the update name the same calls.
        const skipping = skipFailedFiles ? { skipFailedFiles } : {};
        const call = { overrides, stopNodeId, isApp, ...skipping };
        const upsert = { ownerId: flow.id, prepare, folder, uploads, call, answers: AnswerSchema };
        return await answerUpsert(request, reply, context, upsert);
      } finally {
        // It stays for a run that goes on, or may be resumed.
        await folder.discard();
      }
    },
  },
  queryVector: {
    touches: usedOwner,
    admit(request, context) {
      context.chatflows.find(request.params.id);
      admitQuestion(request, context);
    },
    handle: (request, { queries }, reply) => {
      const asksConsent = request.isApp && isFromApp(request);
      return queries.query(request.params.id, { ...request.body, asksConsent }, signalOf(request, reply));
    },
  },
  searchOwners: {
    touches: { byBody: ({ owners = [] }) => owners },
    handle: (request, context, reply) =>
      context.searches.search(request.body, {
        hidden: request.hiddenOwners,
        signal: signalOf(request, reply),
        // Document stores have no limit.
        admit(id) {
          if (context.chatflows.has(id)) countCall(context.chatflows.find(id), request.ip, context);
        },
      }),
  },
} satisfies RoutesOf<typeof vectorOperations>;

/** Calls that forgot the id: what is missing is the chatflow, not the route. They are in no document. */
export function refuseMissingIds(api: FastifyInstance, { chatflows }: Pick<ApiContext, 'chatflows'>): void {
  for (const path of ['/vector/upsert', '/vector/query']) api.post(path, () => chatflows.find(''));
}
