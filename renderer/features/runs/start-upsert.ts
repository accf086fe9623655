import { type DryRunResult, DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import type { Fetch } from '../../../shared/client/api-client.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { t } from '../../../shared/texts/t.ts';
import { withAccess } from '../../api/access.ts';
import { api, OWN_HEADERS } from '../../api/client.ts';
import { changedSinceChosen, type PickedFile } from '../../forms/picked-files.ts';

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

const UPSERT_HEADERS = { ...OWN_HEADERS, prefer: 'respond-async' } as const;

function formOf({ files, stopNodeId }: StartUpsert): FormData {
  const form = new FormData();
  form.append('skipFailedFiles', 'true');
  if (stopNodeId !== undefined) form.append('stopNodeId', stopNodeId);
  for (const { path, file } of files) form.append('files', file, path);
  return form;
}

/** Sends forms by XMLHttpRequest, the only way of a browser to report how much of a body has gone out. */
function fetchWithProgress(onProgress: StartUpsert['onProgress']): Fetch {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', (event) =>
        onProgress({ sentBytes: event.loaded, totalBytes: event.total }),
      );
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
      request.addEventListener('abort', () => reject(signal?.reason));
      request.addEventListener('error', () => reject(connectionLost()));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      if (signal?.aborted === true) return reject(signal.reason);
      signal?.addEventListener('abort', abort, { once: true });
      request.send(body instanceof FormData ? body : null);
    });
}

function connectionLost(): ApiError {
  const message = t('The server broke off while the files were being sent: check that Tributary is still running.');
  return new ApiError(message, { status: 0, code: 'NETWORK' });
}

/** Browsers send no file that was changed since it was chosen, and do not say why. */
async function sendingError(error: unknown, files: readonly PickedFile[]): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'NETWORK') return error;
  const path = await changedSinceChosen(files);
  if (path === undefined) return error;
  const message = t(
    '"{path}" has changed on the disk since it was chosen: remove it from the list and choose it again.',
    { path },
  );
  return new ApiError(message, { status: 0, code: 'FILE_CHANGED', cause: error });
}

/** Sends a call with its files, and makes of a failure what a person can act on. */
async function sendFiles<Answer>(
  { files, onProgress }: StartUpsert,
  send: (sending: { readonly fetch?: Fetch }) => Promise<Answer>,
): Promise<Answer> {
  if (files.length === 0) return send({});
  try {
    return await send({ fetch: withAccess(fetchWithProgress(onProgress)) });
  } catch (error) {
    throw await sendingError(error, files);
  }
}

function bodyOf(options: StartUpsert) {
  return options.files.length > 0 ? formOf(options) : { stopNodeId: options.stopNodeId, skipFailedFiles: true };
}

/**
 * Starts an upsert and returns the id of its run; the run goes on whatever becomes of this page, and without files that can't be read.
 * @throws ApiError when the server refuses it or does not answer; the signal's reason when it aborts.
 */
export function startUpsert(options: StartUpsert): Promise<string> {
  const { chatflowId, signal } = options;
  const call = { params: { id: chatflowId }, headers: UPSERT_HEADERS, body: bodyOf(options), signal };
  return sendFiles(options, async (sending) => (await api.call('upsertVector', { ...call, ...sending })).runId);
}

/**
 * Asks what an upsert would do; nothing is written.
 * @throws as {@link startUpsert} does
 */
export function dryRunUpsert(options: StartUpsert): Promise<DryRunResult> {
  const { chatflowId, signal } = options;
  const query = { dryRun: 'true' } as const;
  const call = { params: { id: chatflowId }, headers: OWN_HEADERS, query, body: bodyOf(options), signal };
  return sendFiles(options, async (sending) => {
    const answer = await api.open('upsertVector', { ...call, ...sending });
    return DryRunResultSchema.parse(await answer.json());
  });
}
