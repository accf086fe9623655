import { z } from 'zod';
import { type Run, RunSchema } from '../../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../../shared/api/vector.ts';
import { withAccess } from '../../api/access.ts';
import { ApiError } from '../../api/api-error.ts';
import { apiUrl, callApi, fetchApi, toApiError } from '../../api/client.ts';
import type { RunSource } from './follow-run.ts';
import { changedSinceChosen, type PickedFile } from './picked-files.ts';

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface StartUpsert {
  readonly chatflowId: string;
  /** Empty: the server takes the files that the flow keeps. */
  readonly files: readonly PickedFile[];
  /** The vector store to fill, when the flow has several. */
  readonly stopNodeId: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
}

/** A person's own upserts: uploads work whatever a flow's override switches say to scripts. */
const UPSERT_HEADERS = { prefer: 'respond-async', 'x-request-from': 'internal' } as const;

function formOf({ files, stopNodeId }: StartUpsert): FormData {
  const form = new FormData();
  form.append('skipFailedFiles', 'true');
  if (stopNodeId !== undefined) form.append('stopNodeId', stopNodeId);
  for (const { path, file } of files) form.append('files', file, path);
  return form;
}

interface Sending extends Pick<StartUpsert, 'signal' | 'onProgress'> {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends by XMLHttpRequest, the only way of a browser to tell how much of a body has gone out. */
function post(path: string, form: FormData, { signal, onProgress, headers }: Sending): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', apiUrl(path));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) =>
      onProgress({ sentBytes: event.loaded, totalBytes: event.total }),
    );
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('error', () => reject(connectionLost()));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    request.send(form);
  });
}

function connectionLost(): ApiError {
  return new ApiError('The server broke off while the files were being sent: check that Tributary is still running.', {
    status: 0,
    code: 'NETWORK',
  });
}

/** Browsers send no file that was changed since it was chosen, and do not say why. */
async function sendingError(error: unknown, files: readonly PickedFile[]): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'NETWORK') return error;
  const path = await changedSinceChosen(files);
  if (path === undefined) return error;
  const message = `"${path}" has changed on the disk since it was chosen: remove it from the list and choose it again.`;
  return new ApiError(message, { status: 0, code: 'FILE_CHANGED', cause: error });
}

function unexpectedAnswer(cause: unknown): ApiError {
  return new ApiError('The server started the upsert but gave no run to follow: reload the page.', {
    status: 200,
    code: 'BAD_ANSWER',
    cause,
  });
}

/**
 * Starts an upsert and returns the id of its run; the run goes on whatever becomes of this page, and without files that can't be read.
 * @throws ApiError when the server refuses it or does not answer; the signal's reason when it aborts.
 */
export async function startUpsert(options: StartUpsert): Promise<string> {
  const path = `/vector/upsert/${encodeURIComponent(options.chatflowId)}`;
  if (options.files.length === 0) {
    const accepted = await callApi(UpsertAcceptedSchema, path, {
      method: 'POST',
      headers: UPSERT_HEADERS,
      body: { stopNodeId: options.stopNodeId, skipFailedFiles: true },
      signal: options.signal,
    });
    return accepted.runId;
  }
  const form = formOf(options);
  const response = await withAccess({
    path,
    isWanted: true,
    send: (headers) => post(path, form, { ...options, headers: { ...UPSERT_HEADERS, ...headers } }),
    toError: toApiError,
  }).catch(async (error: unknown) => {
    throw await sendingError(error, options.files);
  });
  const accepted = UpsertAcceptedSchema.safeParse(await response.json());
  if (!accepted.success) throw unexpectedAnswer(accepted.error);
  return accepted.data.runId;
}

/** The runs of a flow, or of all, newest first. */
export function listRuns(chatflowId: string | undefined, signal?: AbortSignal): Promise<Run[]> {
  const path = chatflowId === undefined ? '/runs' : `/runs?chatflowId=${encodeURIComponent(chatflowId)}`;
  return callApi(z.array(RunSchema), path, signal === undefined ? {} : { signal });
}

/** Asks a run to stop at its next safe point. */
export async function cancelRun(runId: string): Promise<void> {
  await fetchApi(`/runs/${encodeURIComponent(runId)}/cancel`, { method: 'POST' });
}

/**
 * Starts a run once more that did not finish, with its files.
 * @returns the id of the new run
 * @throws ApiError RUN_NOT_RESUMABLE when what it takes is not kept any more.
 */
export async function resumeRun(runId: string): Promise<string> {
  const path = `/runs/${encodeURIComponent(runId)}/resume`;
  return (await callApi(UpsertAcceptedSchema, path, { method: 'POST' })).runId;
}

/** Runs as this server tells them. */
export const serverRuns: RunSource = {
  async openEvents(runId, lastEventId, signal) {
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const response = await fetchApi(`/runs/${encodeURIComponent(runId)}/events`, { headers, signal });
    return response.body ?? new ReadableStream();
  },
  getRun: (runId, signal) => callApi(RunSchema, `/runs/${encodeURIComponent(runId)}`, { signal }),
  isFinalFailure: (error) => error instanceof ApiError && error.status >= 400 && error.status < 500,
};
