import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { isFinalStatus } from '../../../shared/api/runs.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import type { SourceFile } from '../core/document.ts';
import type { LibraryRun } from '../core/library-run.ts';
import type { IdempotencyRepository } from '../storage/repositories/idempotency-repository.ts';
import { hashFile } from './forms/hash-file.ts';

/** SHA-256 of a call's content, its files included: equal requests have equal hashes. Files are read as streams. */
export async function fingerprintOf(call: unknown, uploads: readonly SourceFile[]): Promise<Buffer> {
  const files: { readonly name: string; readonly sha256: string }[] = [];
  for (const { name, path } of uploads) files.push({ name, sha256: await hashFile(path) });
  return createHash('sha256').update(canonicalJson({ call, files })).digest();
}

/** How long an answer is remembered. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

export interface StartedOnce<Body> {
  readonly runId: string;
  /** The answer to a caller who does not wait. */
  readonly accepted: Body;
  /** The answer to one who does. */
  readonly result: Promise<Body>;
}

export interface CallOnce<Body> {
  /** Id of the chatflow or the document store: keys of different ones do not see each other. */
  readonly ownerId: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** The caller does not wait for the end of the run. */
  readonly isAsync: boolean;
  /** All that the call may answer. */
  readonly answers: z.ZodType<Body>;
  readonly start: () => Promise<StartedOnce<Body>>;
}

export interface OnceAnswer<Body> {
  readonly status: 200 | 202;
  readonly body: Body;
  /** It is the answer of another call, and nothing was run for this one. */
  readonly isReplay: boolean;
}

/** A call whose answer is not in the table yet; both promises are of JSON texts. */
interface OngoingCall {
  readonly fingerprint: Buffer;
  readonly isAsync: boolean;
  readonly accepted: Promise<string>;
  readonly result: Promise<string>;
}

export interface IdempotencyServiceOptions {
  readonly rows: IdempotencyRepository;
  readonly findRun: (runId: string) => LibraryRun | undefined;
  readonly now: () => Date;
}

function assertSame(
  call: Pick<CallOnce<unknown>, 'fingerprint' | 'key'>,
  first: Pick<OngoingCall, 'fingerprint'>,
): void {
  if (call.fingerprint.equals(first.fingerprint)) return;
  throw new UserError(
    'IDEMPOTENCY_KEY_REUSED',
    'The Idempotency-Key came with another call before, of other settings or files: send a new key, or repeat that call as it was.',
    { details: { key: call.key } },
  );
}

function track<Body>(call: CallOnce<Body>, started: Promise<StartedOnce<Body>>): OngoingCall {
  const accepted = started.then(({ accepted: body }) => JSON.stringify(body));
  const result = started.then(async ({ result: body }) => JSON.stringify(await body));
  // Nobody may be waiting for them; the first caller gets a failure by itself.
  for (const promise of [accepted, result]) promise.catch(() => undefined);
  return { fingerprint: call.fingerprint, isAsync: call.isAsync, accepted, result };
}

/** Makes calls with the same key run once: later ones get the answer of the first. Failures are not remembered. */
export function createIdempotencyService({ rows, findRun, now }: IdempotencyServiceOptions) {
  const ongoing = new Map<string, OngoingCall>();

  function oldest(): string {
    return new Date(now().getTime() - REMEMBERED_MS).toISOString();
  }

  function findAnswer<Body>(call: CallOnce<Body>): OnceAnswer<Body> | undefined {
    const row = rows.find(call.ownerId, call.key);
    if (row === undefined || row.createdDate < oldest()) return undefined;
    const run = findRun(row.runId);
    // A run that failed, was cancelled or cut off may be repeated.
    if (run === undefined || (isFinalStatus(run.status) && run.status !== 'FINISHED')) return undefined;
    assertSame(call, row);
    // Without an answer: the server went away between the end of the run and the answer.
    const answer: unknown = row.answer === null ? { ...run.result, runId: run.id } : JSON.parse(row.answer);
    const body = call.answers.safeParse(answer);
    return body.success ? { status: row.status === 202 ? 202 : 200, body: body.data, isReplay: true } : undefined;
  }

  async function join<Body>(call: CallOnce<Body>, first: OngoingCall): Promise<OnceAnswer<Body>> {
    assertSame(call, first);
    const isAsync = call.isAsync || first.isAsync;
    const answer: unknown = JSON.parse(await (isAsync ? first.accepted : first.result));
    return { status: isAsync ? 202 : 200, body: call.answers.parse(answer), isReplay: true };
  }

  async function begin<Body>(call: CallOnce<Body>, started: Promise<StartedOnce<Body>>): Promise<OnceAnswer<Body>> {
    const { ownerId, key, fingerprint, isAsync } = call;
    const { runId, accepted, result } = await started;
    const status = isAsync ? 202 : 200;
    const answer = isAsync ? JSON.stringify(accepted) : null;
    rows.insert({ ownerId, key, fingerprint, runId, status, answer, createdDate: now().toISOString() }, oldest());
    if (isAsync) return { status, body: accepted, isReplay: false };
    const body = await result;
    rows.setAnswer({ ownerId, key, runId }, JSON.stringify(body));
    return { status, body, isReplay: false };
  }

  return {
    /**
     * Runs the call, or answers what the first call with its key was answered; while that goes on, waits with it.
     * @throws UserError IDEMPOTENCY_KEY_REUSED (422) when the first call was another; whatever `start` and its result throw
     */
    async run<Body>(call: CallOnce<Body>): Promise<OnceAnswer<Body>> {
      const id = JSON.stringify([call.ownerId, call.key]);
      const first = ongoing.get(id);
      if (first !== undefined) return join(call, first);
      const remembered = findAnswer(call);
      if (remembered !== undefined) return remembered;
      // Nothing waits between the look-up and here, so there is one first call.
      const started = call.start();
      ongoing.set(id, track(call, started));
      try {
        return await begin(call, started);
      } finally {
        ongoing.delete(id);
      }
    },
  };
}

export type IdempotencyService = ReturnType<typeof createIdempotencyService>;
