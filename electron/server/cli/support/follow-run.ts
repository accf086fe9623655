import { setTimeout } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { isFinalStatus, type Run, type RunEvent, RunEventSchema, RunSchema } from '../../../../shared/api/runs.ts';
import { AppError, OperationalError } from '../../../../shared/errors/errors.ts';
import type { ApiClient } from './api-client.ts';

export interface FollowOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** A stream that breaks off is opened again so often before the server counts as gone. */
const MOST_RETRIES = 5;
const RETRY_MS = 500;

/** Path of a run. */
export function runPath(runId: string): string {
  return `/runs/${encodeURIComponent(runId)}`;
}

/** Reads one stream; returns the id of its last event, and the run once that is over. */
async function readEvents(stream: ReadableStream<Uint8Array>, onEvent: (event: RunEvent) => void) {
  let lastId: string | undefined;
  let final: Run | undefined;
  const parser = createParser({
    onEvent({ id, data }) {
      lastId = id ?? lastId;
      const event = RunEventSchema.parse(JSON.parse(data));
      onEvent(event);
      if (event.type === 'run' && isFinalStatus(event.run.status)) final = event.run;
    },
  });
  const decoder = new TextDecoder();
  try {
    for await (const bytes of stream) parser.feed(decoder.decode(bytes, { stream: true }));
  } catch (error) {
    // A connection that is cut: the caller goes on where it broke off.
    if (!(error instanceof TypeError)) throw error;
  }
  return { lastId, final };
}

/**
 * Follows a run to its end and gives its last state. A stream that breaks off is taken up again.
 * @throws OperationalError SERVICE_FAILED when the server is gone; the signal's reason when it aborts
 */
export async function followRun(api: ApiClient, runId: string, { signal, onEvent }: FollowOptions): Promise<Run> {
  let lastId: string | undefined;
  for (let retry = 0; retry < MOST_RETRIES; retry += 1) {
    if (retry > 0) await setTimeout(RETRY_MS, undefined, { signal });
    try {
      const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
      const read = await readEvents(await api.open(`${runPath(runId)}/events`, { headers, signal }), onEvent);
      if (read.final !== undefined) return read.final;
      lastId = read.lastId ?? lastId;
      if (read.lastId !== undefined) retry = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError) || error.code !== 'SERVICE_FAILED') throw error;
    }
  }
  throw new OperationalError(
    'SERVICE_FAILED',
    `The connection to the server was lost: once it is back, tributary runs show ${runId} tells what became of the run.`,
  );
}

/** Waits until no run goes on. */
export async function waitForRuns(api: ApiClient, signal: AbortSignal): Promise<void> {
  const runs = await api.ask('/runs?limit=1000', z.array(RunSchema), { signal });
  for (const run of runs) {
    if (!isFinalStatus(run.status)) await followRun(api, run.id, { signal, onEvent: () => undefined });
  }
}
