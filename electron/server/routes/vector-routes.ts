import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UpsertBodySchema, VectorQueryBodySchema } from '../../../shared/api/vector.ts';
import type { ChatflowService } from '../services/chatflow-service.ts';
import type { QueryService } from '../services/query-service.ts';
import type { RunFolder, UpsertService } from '../services/upsert-service.ts';
import { parseInput } from './parse-input.ts';
import { readUpsertForm, type UpsertForm } from './read-upsert-form.ts';

export interface VectorRouteOptions {
  readonly chatflows: ChatflowService;
  readonly upserts: UpsertService;
  readonly queries: QueryService;
  readonly uploadLimitBytes: number;
}

interface IdParams {
  Params: { id: string };
}

function wantsAsync(request: FastifyRequest): boolean {
  const prefer = request.headers['prefer'];
  const values = Array.isArray(prefer) ? prefer : (prefer ?? '').split(',');
  return values.some((value) => value.trim().toLowerCase() === 'respond-async');
}

/** The peer's own page marks its calls so; ours does too. It opens nothing but uploads that a flow keeps switched off for scripts. */
function isFromApp(request: FastifyRequest): boolean {
  return request.headers['x-request-from'] === 'internal';
}

/** Ends with the caller's connection, for work that nobody else waits for. */
function signalOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error(`The caller of ${request.url} has gone.`));
  });
  return controller.signal;
}

/** `/vector/upsert/{id}` and `/vector/query/{id}`. */
export function vectorRoutes(app: FastifyInstance, options: VectorRouteOptions): void {
  const { chatflows, upserts, queries, uploadLimitBytes } = options;

  async function readCall(request: FastifyRequest, folder: RunFolder): Promise<UpsertForm> {
    if (request.isMultipart()) return readUpsertForm(request, folder.path, uploadLimitBytes);
    const body = parseInput(UpsertBodySchema, request.body ?? {}, 'body');
    return { overrideConfig: body.overrideConfig ?? {}, stopNodeId: body.stopNodeId, uploads: [] };
  }

  app.post<IdParams>('/vector/upsert/:id', async (request, reply) => {
    // Before the body is read: an unknown id costs nobody an upload.
    const chatflow = chatflows.find(request.params.id);
    const folder = await upserts.makeFolder();
    try {
      const { overrideConfig, stopNodeId, uploads } = await readCall(request, folder);
      const started = await upserts.start(
        { chatflow, overrides: overrideConfig, stopNodeId, uploads, isFromApp: isFromApp(request) },
        folder,
      );
      if (!wantsAsync(request)) return await started.result;
      reply.code(202).header('Preference-Applied', 'respond-async');
      return { runId: started.runId };
    } catch (error) {
      // A run that started removes its folder itself; removing twice is harmless.
      await folder.discard();
      throw error;
    }
  });

  app.post<IdParams>('/vector/query/:id', (request, reply) =>
    queries.query(
      chatflows.find(request.params.id),
      parseInput(VectorQueryBodySchema, request.body, 'body'),
      signalOf(request, reply),
    ),
  );
}
