import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/errors/errors.ts';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { type Hop, nextHop } from './redirects.ts';
import { failedWith, readRetryAfterMs, SERVICE_RETRIES, type Sleep, withRetries } from './retries.ts';
import { publicFetchOptions, serviceFetchOptions } from './service-dispatcher.ts';
import { redirectRefused } from './web-errors.ts';

/** What is said of a download that fails. */
export interface DownloadErrors {
  /** No connection. */
  unreachable(cause: unknown): AppError;
  /** It began, and did not end in several attempts. */
  broken(cause: unknown): AppError;
  /** The server does not give the file. */
  refused(status: number): AppError;
  /** It is longer than it may be. */
  tooLarge(): AppError;
  diskFull(cause: unknown): AppError;
}

export interface Download {
  readonly url: URL;
  readonly errors: DownloadErrors;
  /** Where the whole file goes. */
  readonly path: string;
  /** Bytes that are there so far, and the file's size once it is known. */
  onProgress(receivedBytes: number, totalBytes: number | undefined): void;
  /** Waits before another attempt. */
  readonly sleep: Sleep;
  /** More is not received. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 10;

/** A connection that broke, or a status worth retrying. */
class BrokenOff extends Error {
  readonly isConnected: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(cause: unknown, isConnected: boolean, retryAfterMs?: number) {
    super('The download broke off', { cause });
    this.isConnected = isConnected;
    this.retryAfterMs = retryAfterMs;
  }
}

interface Opened {
  readonly body: AsyncIterable<Uint8Array>;
  /** Where in the file the body begins. */
  readonly offset: number;
  readonly totalBytes: number | undefined;
}

/** A file that is not there is nothing; everything else is an error. */
async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  return await found.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

const partPath = ({ path }: Download): string => `${path}.part`;
/** Which version of the file the part belongs to, so that two are never mixed. */
const tagPath = ({ path }: Download): string => `${path}.part-etag`;

async function forget(download: Download): Promise<void> {
  await rm(partPath(download), { force: true });
  await rm(tagPath(download), { force: true });
}

function wholeNumber(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Follows redirects to the answer. The address that is asked may be of this machine or its networks; where it leads to must not, unless that is the same server.
 */
async function fetchFollowed(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  let hop: Hop = { url, method: 'GET', headers, body: undefined };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const options = await (hop.url.origin === url.origin ? serviceFetchOptions() : publicFetchOptions());
    const response = await fetch(hop.url, { ...options, headers: hop.headers, signal, redirect: 'manual' });
    const next = nextHop(hop, response.status, response.headers.get('location'));
    if (next === undefined) return response;
    await response.body?.cancel();
    hop = next;
  }
  throw redirectRefused(url, `more than ${MAX_REDIRECTS} times: check the address.`);
}

/** What the connection was refused for, if it was: that does not pass. */
function refusalIn(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : undefined;
}

/** Asks for the file, or for the rest of it, as far as the server still has the version that we began with. */
async function request(download: Download, signal: AbortSignal): Promise<Opened> {
  const tag = await unlessMissing(readFile(tagPath(download), 'utf8'));
  const have = tag === undefined ? 0 : ((await unlessMissing(stat(partPath(download))))?.size ?? 0);
  // Identity, so that the announced size is the file's.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (tag !== undefined && have > 0) Object.assign(headers, { range: `bytes=${have}-`, 'if-range': tag });
  const response = await fetchFollowed(download.url, headers, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw refusalIn(error) ?? new BrokenOff(error, false);
  });
  const { status, body } = response;
  if (status === 206) {
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (wholeNumber(start) === have && body !== null) return { body, offset: have, totalBytes: wholeNumber(total) };
  }
  if (status === 200 && body !== null) {
    await mkdir(dirname(download.path), { recursive: true });
    await forget(download);
    const newTag = response.headers.get('etag');
    // A weak tag does not promise the same bytes (RFC 9110): such a part cannot be continued.
    if (newTag !== null && !newTag.startsWith('W/')) await writeFile(tagPath(download), newTag);
    return { body, offset: 0, totalBytes: wholeNumber(response.headers.get('content-length')) };
  }
  await body?.cancel();
  if (status === 206 || status === 416) await forget(download);
  if (status === 206 || status === 416 || SERVICE_RETRIES.statuses.has(status)) {
    throw new BrokenOff(`status ${status}`, true, readRetryAfterMs(response.headers.get('retry-after')));
  }
  throw download.errors.refused(status);
}

/** Appends the body to the part and gives the file's size so far. */
async function receive(download: Download, file: FileHandle, opened: Opened, signal: AbortSignal): Promise<number> {
  let received = opened.offset;
  download.onProgress(received, opened.totalBytes);
  const chunks = opened.body[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only reading can break off; an error of writing is one of our disk.
      const next = await chunks.next().catch((error: unknown) => {
        signal.throwIfAborted();
        throw new BrokenOff(error, true);
      });
      if (next.done === true) return received;
      if (received + next.value.byteLength > download.maxBytes) {
        await forget(download);
        throw download.errors.tooLarge();
      }
      await file.writeFile(next.value);
      received += next.value.byteLength;
      download.onProgress(received, opened.totalBytes);
    }
  } finally {
    await chunks.return?.();
  }
}

async function attempt(download: Download, signal: AbortSignal): Promise<void> {
  const opened = await request(download, signal);
  const file = await open(partPath(download), 'a');
  try {
    const received = await receive(download, file, opened, signal);
    if (opened.totalBytes !== undefined && received !== opened.totalBytes) {
      // More than announced cannot be mended by going on.
      if (received > opened.totalBytes) await forget(download);
      throw new BrokenOff(`${received} of ${opened.totalBytes} bytes`, true);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partPath(download), download.path);
  await rm(tagPath(download), { force: true });
}

/**
 * Fetches one file; it takes its name only when it is whole and safely stored. What an earlier call left is continued, and so is what breaks off.
 * @throws what `errors` says; UserError ADDRESS_REFUSED where a redirect leads to this machine or its networks; the signal's reason when it aborts
 */
export async function downloadFile(download: Download, signal: AbortSignal): Promise<void> {
  const { errors } = download;
  await withRetries({ policy: SERVICE_RETRIES, sleep: download.sleep, signal }, async () => {
    try {
      await attempt(download, signal);
      return { value: true };
    } catch (error) {
      signal.throwIfAborted();
      if (codeOf(error) === 'ENOSPC') throw errors.diskFull(error);
      if (!(error instanceof BrokenOff)) throw error;
      const described = error.isConnected ? errors.broken(error) : errors.unreachable(error);
      return failedWith(described, { retryAfterMs: error.retryAfterMs });
    }
  });
}
