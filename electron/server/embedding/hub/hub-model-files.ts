import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { EmbeddingContext, StoredModel } from '../../core/embedding-model.ts';
import { type Download, downloadFile } from '../../http/download-file.ts';
import {
  checkListed,
  downloadErrors,
  type HubModelOptions,
  type HubRevision,
  notAModel,
  pinRevision,
} from './hub-revision.ts';
import { findKnownModel, TRAIT_FILES } from './model-traits.ts';

/** A model in one of its versions. */
type PinnedModel = HubModelOptions & HubRevision;

const CONFIG_FILE = 'config.json';
/** What a q8 text model is loaded from, in the layout of the hub. */
const MODEL_FILE = 'onnx/model_quantized.onnx';
const OTHER_FILES = ['tokenizer.json', 'tokenizer_config.json', MODEL_FILE];
/** Models over 2 GB keep weights in files beside; transformers.js takes at most this many. */
const MAX_EXTERNAL_FILES = 100;

const sizesSchema = z.record(z.string(), z.number());
const configSchema = z.object({
  'transformers.js_config': z
    .object({
      use_external_data_format: z
        .union([z.boolean(), z.number(), z.record(z.string(), z.union([z.boolean(), z.number()]))])
        .optional(),
    })
    .optional(),
});

/** Size by file of a model that was fetched completely; written last. */
type Sizes = Readonly<Record<string, number>>;

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    ({ size }) => size,
    // Missing or unreadable, the remedy is the same: fetch it.
    () => undefined,
  );
}

const sizesPath = (folder: string): string => join(folder, 'files.json');

async function readSizes(folder: string): Promise<Sizes> {
  try {
    return sizesSchema.parse(JSON.parse(await readFile(sizesPath(folder), 'utf8')));
  } catch {
    // Never completed, or damaged: then nothing counts as fetched.
    return {};
  }
}

async function writeSizes(folder: string, files: readonly string[]): Promise<void> {
  const sizes: Record<string, number> = {};
  for (const file of files) sizes[file] = (await stat(join(folder, file))).size;
  const temporary = `${sizesPath(folder)}.${randomUUID()}.tmp`;
  await writeFile(temporary, JSON.stringify(sizes), { flush: true });
  await rename(temporary, sizesPath(folder));
}

async function readConfig(path: string): Promise<z.infer<typeof configSchema>> {
  return configSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}

async function externalFiles({ folder, modelId, hubUrl }: HubModelOptions): Promise<readonly string[]> {
  const config = await readConfig(join(folder, CONFIG_FILE)).catch((error: unknown) => {
    throw notAModel(modelId, new URL(hubUrl).host, error);
  });
  const format = config['transformers.js_config']?.use_external_data_format;
  const count = Number((typeof format === 'object' ? (format['model_quantized.onnx'] ?? format.model) : format) ?? 0);
  return Array.from({ length: Math.min(count, MAX_EXTERNAL_FILES) }, (_, index) =>
    index === 0 ? `${MODEL_FILE}_data` : `${MODEL_FILE}_data_${index}`,
  );
}

const MEGABYTE = 1_000_000;

/** Joins the progress of several files into one, and speaks only when a percent has passed. */
function progressOf(modelId: string, fileCount: number, onProgress: EmbeddingContext['onProgress']) {
  const received = new Map<string, number>();
  const totals = new Map<string, number>();
  let lastPercent = -1;
  const sum = (numbers: Iterable<number>): number => Array.from(numbers).reduce((all, number) => all + number, 0);
  return (file: string, receivedBytes: number, totalBytes: number | undefined): void => {
    received.set(file, receivedBytes);
    if (totalBytes !== undefined) totals.set(file, totalBytes);
    // Before all sizes are known a fraction would run backwards.
    if (totals.size < fileCount) return;
    const all = Math.max(sum(totals.values()), 1);
    const done = sum(received.values());
    const percent = Math.floor((100 * done) / all);
    if (percent <= lastPercent) return;
    lastPercent = percent;
    const message = `Fetching ${modelId}: ${(done / MEGABYTE).toFixed(1)} of ${(all / MEGABYTE).toFixed(1)} MB`;
    onProgress({ message, fraction: Math.min(done / all, 1) });
  };
}

/** Fetches a file of a version, and checks it. */
async function fetchFile(
  { revision, files, ...options }: PinnedModel,
  file: string,
  onProgress: Download['onProgress'],
  signal: AbortSignal,
): Promise<void> {
  const { folder, modelId, hubUrl, sleep } = options;
  const url = new URL(`${modelId}/resolve/${revision}/${file}`, `${hubUrl.replace(/\/+$/, '')}/`);
  const errors = downloadErrors(modelId, url.host, file);
  const listed = files[file];
  if (listed === undefined) throw errors.refused(404);
  await downloadFile({ url, errors, path: join(folder, file), onProgress, sleep, maxBytes: listed.size }, signal);
  await checkListed(options, file, listed);
}

async function fetchMissing(options: PinnedModel, files: readonly string[], context: EmbeddingContext): Promise<void> {
  const report = progressOf(options.modelId, files.length, context.onProgress);
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const fetchOne = async (file: string): Promise<void> => {
    await rm(join(options.folder, file), { force: true });
    await fetchFile(options, file, (received, total) => report(file, received, total), signal);
  };
  const running = files.map(fetchOne);
  try {
    await Promise.all(running);
  } catch (error) {
    stop.abort(error);
    // Nothing may still write when the next call goes on with the same parts.
    await Promise.allSettled(running);
    throw error;
  }
}

/**
 * Makes sure that all files of a hub model are there and have their size. Makes no request when they are.
 * @throws OperationalError MODEL_UNAVAILABLE, DISK_FULL; the signal's reason when it aborts.
 */
export async function ensureHubModel(options: HubModelOptions, context: EmbeddingContext): Promise<void> {
  const { folder, modelId } = options;
  const known = await readSizes(folder);
  const isWhole = async (file: string): Promise<boolean> => {
    const size = await sizeOf(join(folder, file));
    return size !== undefined && size === known[file];
  };
  const traits = TRAIT_FILES.filter((file) => file in known);
  const isConfigWhole = await isWhole(CONFIG_FILE);
  const missingOf = async (files: readonly string[]): Promise<readonly string[]> => {
    const missing: string[] = [];
    for (const file of files) if (!(await isWhole(file))) missing.push(file);
    return missing;
  };
  if (isConfigWhole && (await missingOf([...OTHER_FILES, ...(await externalFiles(options)), ...traits])).length === 0) {
    return;
  }
  context.onProgress({ message: `Fetching ${modelId}`, fraction: undefined });
  const model = { ...options, ...(await pinRevision(options, context.signal)) };
  if (!isConfigWhole) await fetchMissing(model, [CONFIG_FILE], { signal: context.signal, onProgress: () => undefined });
  const others = [...OTHER_FILES, ...(await externalFiles(options))];
  // Vectors of a model that was fetched without them were made without them, and stay comparable when a file of it is mended.
  const isNew = Object.keys(known).length === 0;
  const said = isNew && findKnownModel(modelId) === undefined ? listedTraits(model) : traits;
  const missing = await missingOf([...others, ...said]);
  if (missing.length > 0) await fetchMissing(model, missing, context);
  await writeSizes(folder, [CONFIG_FILE, ...others, ...said]);
}

/** The small files that say how a model is used: those that it has. */
function listedTraits({ files }: HubRevision): readonly string[] {
  return TRAIT_FILES.filter((file) => files[file] !== undefined);
}

/** Whether all files of a model were fetched, and are there. */
async function isHubModelWhole(folder: string): Promise<boolean> {
  const files = Object.entries(await readSizes(folder));
  for (const [file, size] of files) if ((await sizeOf(join(folder, file))) !== size) return false;
  return files.length > 0;
}

/** Bytes of what was fetched of a model, unfinished files included. */
async function measureHubModel(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => sizeOf(join(parentPath, name))));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** Removes a model's files, so that the next {@link ensureHubModel} fetches them again, in the newest version. */
export async function forgetHubModel(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes the files of a model that do not load, so that the next {@link ensureHubModel} fetches them again, in the version that they are of. */
export async function forgetHubFiles(folder: string): Promise<void> {
  for (const file of Object.keys(await readSizes(folder))) await rm(join(folder, file), { force: true });
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The hub models of which there is anything on this machine. */
export async function listHubModels(modelsFolder: string): Promise<StoredModel[]> {
  const hub = join(modelsFolder, 'hub');
  const found: StoredModel[] = [];
  for (const owner of await foldersIn(hub)) {
    for (const name of await foldersIn(join(hub, owner))) {
      const folder = join(hub, owner, name);
      const receivedBytes = await measureHubModel(folder);
      if (receivedBytes > 0)
        found.push({ id: `${owner}/${name}`, receivedBytes, isWhole: await isHubModelWhole(folder) });
    }
  }
  return found;
}
