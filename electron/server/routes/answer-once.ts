import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { SourceFile } from '../core/document.ts';
import { fingerprintOf } from '../services/idempotency-fingerprint.ts';
import type { IdempotencyService, OnceAnswer, StartedOnce } from '../services/idempotency-service.ts';

export interface UpsertToAnswer<Body> {
  /** Id of the chatflow or the document store. */
  readonly ownerId: string;
  /** The Idempotency-Key, if the call has one. */
  readonly key: string | undefined;
  readonly isAsync: boolean;
  /** All that the call says beside its files. */
  readonly call: unknown;
  readonly uploads: readonly SourceFile[];
  /** All that it may answer. */
  readonly answers: z.ZodType<Body>;
  readonly start: () => Promise<StartedOnce<Body>>;
}

/** Runs an upsert and waits for it unless it is asynchronous; with a key, once. */
export async function answerOnce<Body>(
  upsert: UpsertToAnswer<Body>,
  idempotency: IdempotencyService,
): Promise<OnceAnswer<Body>> {
  const { ownerId, key, isAsync, answers, start } = upsert;
  if (key === undefined) {
    const { accepted, result } = await start();
    return isAsync
      ? { status: 202, body: accepted, isReplay: false }
      : { status: 200, body: await result, isReplay: false };
  }
  const fingerprint = await fingerprintOf(upsert.call, upsert.uploads);
  return idempotency.run({ ownerId, key, fingerprint, isAsync, answers, start });
}

/** Writes status and headers of an answer. @returns its body, for the route to send */
export function putOnceAnswer<Body>(reply: FastifyReply, { status, body, isReplay }: OnceAnswer<Body>): Body {
  reply.code(status);
  if (status === 202) reply.header('Preference-Applied', 'respond-async');
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
  return body;
}
