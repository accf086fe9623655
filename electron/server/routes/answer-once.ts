import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import type { RunResult } from '../../../shared/api/runs.ts';
import type { SourceFile } from '../core/document.ts';
import { fingerprintOf, type OnceAnswer } from '../services/idempotency-service.ts';
import type { Prepare, PreparedUpsert } from '../services/libraries/prepared-upsert.ts';
import type { RunFolder } from '../services/runs/run-folders.ts';
import type { ApiContext } from './api-context.ts';
import { signalOf, wantsAsync } from './caller.ts';
import { renamedFilesOf, withRenamedFiles } from './upload-names.ts';

/** An upsert that a call requests. */
export interface UpsertToAnswer<Body, Answer> {
  /** Id of the library. */
  readonly ownerId: string;
  readonly prepare: Prepare<PreparedUpsert<Answer & RunResult>>;
  readonly folder: RunFolder;
  readonly uploads: readonly SourceFile[];
  /** All that the call says beside its files. */
  readonly call: unknown;
  /** All that it may answer. */
  readonly answers: z.ZodType<Body>;
}

interface UpsertCall extends Pick<FastifyRequest, 'url'> {
  readonly query: { readonly dryRun?: 'true' | 'false' | undefined };
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & {
    readonly prefer?: string | undefined;
    readonly 'idempotency-key'?: string | undefined;
  };
}

/**
 * Runs an upsert and waits for it unless it is asynchronous; with a key, once. A dry run says what it would do.
 * @returns the body of the answer, for the route to send
 */
export async function answerUpsert<Body, Answer extends Body & RunResult>(
  request: UpsertCall,
  reply: FastifyReply,
  { upserts, idempotency }: Pick<ApiContext, 'upserts' | 'idempotency'>,
  upsert: UpsertToAnswer<Body, Answer>,
): Promise<Body | DryRunResult> {
  const { ownerId, prepare, folder, uploads, answers } = upsert;
  if (request.query.dryRun === 'true') {
    return withRenamedFiles(upserts.dryRun(prepare, folder, signalOf(request, reply)), uploads);
  }
  const start = async () => {
    const { runId, result, prepared } = await upserts.start(prepare, folder);
    const accepted = answers.parse({ runId, ...prepared.accepted, ...renamedFilesOf(uploads) });
    return { runId, accepted, result: withRenamedFiles(result, uploads) };
  };
  const { prefer, 'idempotency-key': key } = request.headers;
  const isAsync = wantsAsync(prefer);
  if (key === undefined) {
    const { accepted, result } = await start();
    return send(reply, { status: isAsync ? 202 : 200, body: isAsync ? accepted : await result, isReplay: false });
  }
  const fingerprint = await fingerprintOf(upsert.call, uploads);
  return send(reply, await idempotency.run<Body>({ ownerId, key, fingerprint, isAsync, answers, start }));
}

/** Writes status and headers of an answer. */
function send<Body>(reply: FastifyReply, { status, body, isReplay }: OnceAnswer<Body>): Body {
  reply.code(status);
  if (status === 202) reply.header('Preference-Applied', 'respond-async');
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
  return body;
}
