import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { OperationalError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { type Download, type DownloadErrors, downloadFile } from '../../http/download-file.ts';

export interface HubModelOptions {
  /** The model's own folder. */
  readonly folder: string;
  readonly modelId: string;
  /** The hub, for example https://huggingface.co */
  readonly hubUrl: string;
  readonly sleep: Download['sleep'];
}

/** What the hub lists of a file. */
export interface ListedFile {
  readonly size: number;
  /** Of the content; large files have it. */
  readonly sha256?: string | undefined;
  /** As Git names the content; small files have it. */
  readonly gitSha1?: string | undefined;
}

/** The version of a model that this machine has, and its files. */
export interface HubRevision {
  /** A commit. */
  readonly revision: string;
  readonly files: Readonly<Record<string, ListedFile>>;
}

/** A list of some thousand files. */
const LIST_BYTES = 10_000_000;
/** Larger files are no part of a model that a desktop runs. */
const FILE_BYTES = 20_000_000_000;

const listedSchema = z.object({
  size: z.int().nonnegative().max(FILE_BYTES),
  sha256: z.string().optional(),
  gitSha1: z.string().optional(),
});
const revisionSchema = z.object({
  revision: z.string().regex(/^[0-9a-f]{40}$/),
  files: z.record(z.string(), listedSchema),
});
/** As the hub answers for a revision with `blobs=true`. */
const answerSchema = z.object({
  sha: revisionSchema.shape.revision,
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.int().nonnegative().nullish(),
      blobId: z.string().nullish(),
      lfs: z.object({ sha256: z.string(), size: z.int().nonnegative() }).nullish(),
    }),
  ),
});

const pinPath = (folder: string): string => join(folder, 'revision.json');

/** Whose files lie in the folder; undefined where none was fetched, or before the hub's list was kept. */
async function readPinned(folder: string): Promise<HubRevision | undefined> {
  try {
    return revisionSchema.parse(JSON.parse(await readFile(pinPath(folder), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function toRevision({ sha, siblings }: z.infer<typeof answerSchema>): HubRevision {
  const files = siblings.flatMap(({ rfilename, size, blobId, lfs }) => {
    const bytes = lfs?.size ?? size;
    if (typeof bytes !== 'number' || bytes > FILE_BYTES) return [];
    const hash = lfs ? { sha256: lfs.sha256 } : { gitSha1: blobId ?? undefined };
    return [[rfilename, { size: bytes, ...hash }] as const];
  });
  return { revision: sha, files: Object.fromEntries(files) };
}

/** What helps whoever cannot get a model: it is always there. */
const WAY_OUT = 'or choose the built-in model, which works offline.';

function unavailable(modelId: string, message: string, cause?: unknown): OperationalError {
  return new OperationalError('MODEL_UNAVAILABLE', message, { details: { model: modelId }, cause });
}

function hubUnreachable(modelId: string, host: string, cause: unknown): OperationalError {
  const message = `The model ${modelId} is not on this machine yet, and ${host} cannot be reached: connect to the internet and try again, ${WAY_OUT}`;
  return unavailable(modelId, message, cause);
}

function downloadBroken(modelId: string, host: string, cause: unknown): OperationalError {
  const message = `The download of the model ${modelId} from ${host} broke off: try again, it goes on where it stopped; ${WAY_OUT}`;
  return unavailable(modelId, message, cause);
}

/** The hub answers 401 to whoever asks for a model that does not exist, too. */
function hubRefused(modelId: string, host: string, file: string, status: number): OperationalError {
  if (status === 404 && file.startsWith('onnx/')) {
    const message = `The model ${modelId} has no ${file} at ${host}: choose a model that comes with 8-bit ONNX files, ${WAY_OUT}`;
    return unavailable(modelId, message);
  }
  const message = `${host} does not give the model ${modelId} (status ${status} for ${file}): check its name, ${WAY_OUT}`;
  return unavailable(modelId, message);
}

/** A proxy's log-in page, say, with status 200. */
export function notAModel(modelId: string, host: string, cause: unknown): OperationalError {
  const message = `${host} answered with something else than the model ${modelId}: check that this network lets you reach it, ${WAY_OUT}`;
  return unavailable(modelId, message, cause);
}

/** Damaged on the way, or exchanged. */
function unlikeListed(modelId: string, host: string, file: string): OperationalError {
  const message = `${file} of the model ${modelId} is not what ${host} lists, by its size or its hash, and was deleted: try again, ${WAY_OUT}`;
  return unavailable(modelId, message);
}

function diskFull(modelId: string, cause: unknown): OperationalError {
  const message = `The disk is full, so the model ${modelId} could not be stored: free some space and try again, it goes on where it stopped.`;
  return new OperationalError('DISK_FULL', message, { details: { model: modelId }, cause });
}

/**
 * What is said when a file of a model can't be fetched.
 * @param host of the hub
 * @param file its path in the model's repository
 */
export function downloadErrors(modelId: string, host: string, file: string): DownloadErrors {
  return {
    unreachable: (cause) => hubUnreachable(modelId, host, cause),
    broken: (cause) => downloadBroken(modelId, host, cause),
    refused: (status) => hubRefused(modelId, host, file, status),
    tooLarge: () => unlikeListed(modelId, host, file),
    diskFull: (cause) => diskFull(modelId, cause),
  };
}

/**
 * The version of a model that is fetched: that of the first download, so that its vectors stay comparable, or the newest one.
 * @throws OperationalError MODEL_UNAVAILABLE, DISK_FULL; the signal's reason
 */
export async function pinRevision(options: HubModelOptions, signal: AbortSignal): Promise<HubRevision> {
  const { folder, modelId, hubUrl, sleep } = options;
  const pinned = await readPinned(folder);
  if (pinned !== undefined) return pinned;
  const url = new URL(`api/models/${modelId}/revision/main?blobs=true`, `${hubUrl.replace(/\/+$/, '')}/`);
  const path = join(folder, `list.${randomUUID()}.json`);
  const errors = downloadErrors(modelId, url.host, 'its list of files');
  const onProgress = (): void => undefined;
  try {
    await downloadFile({ url, path, errors, sleep, onProgress, maxBytes: LIST_BYTES }, signal);
    const revision = toRevision(answerSchema.parse(JSON.parse(await readFile(path, 'utf8'))));
    await writeFile(`${path}.pin`, JSON.stringify(revision), { flush: true });
    await rename(`${path}.pin`, pinPath(folder));
    return revision;
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) throw notAModel(modelId, url.host, error);
    throw error;
  } finally {
    for (const rest of ['', '.part', '.part-etag', '.pin']) await rm(`${path}${rest}`, { force: true });
  }
}

async function hashOf(path: string, { size, sha256 }: ListedFile): Promise<string> {
  const hash = createHash(sha256 === undefined ? 'sha1' : 'sha256');
  if (sha256 === undefined) hash.update(`blob ${size}\0`);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Checks a file that was fetched against the hub's list, and deletes one that differs.
 * @throws OperationalError MODEL_UNAVAILABLE
 */
export async function checkListed({ folder, modelId, hubUrl }: HubModelOptions, file: string, listed: ListedFile) {
  const path = join(folder, file);
  const expected = listed.sha256 ?? listed.gitSha1;
  const { size } = await stat(path);
  if (size === listed.size && (expected === undefined || (await hashOf(path, listed)) === expected)) return;
  await rm(path, { force: true });
  throw unlikeListed(modelId, new URL(hubUrl).host, file);
}
