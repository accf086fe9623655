import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata } from '../../../electron/server/core/document.ts';
import type { OpenLoader, OriginContext } from '../../../electron/server/core/document-loader.ts';
import type { LoadFolders } from '../../../electron/server/pipeline/load/run-load-job.ts';

export interface OriginRun {
  readonly documents: readonly { readonly text: string; readonly metadata: Metadata }[];
  /** Names of the opened files, without those from a cache. */
  readonly opened: readonly string[];
  /** What could not be read, with the name of the file that it was in. */
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  /** What is told of files, by their names. */
  readonly notes: readonly (readonly [name: string, note: string])[];
  /** The loader's last report. */
  readonly progress: {
    readonly done: number;
    readonly total: number | undefined;
    readonly message: string | undefined;
  };
}

/** A node that fetches its documents. */
export interface LoadsOrigin<Params> {
  open(params: Params, inputs: unknown, context: unknown): OpenLoader;
}

/** Opens a loader that fetches its documents. */
export function openOrigin<Params>(loader: LoadsOrigin<Params>, params: Params) {
  const opened = loader.open(params, undefined, undefined);
  if (!('loadOrigin' in opened)) throw new Error('The loader reads files.');
  return opened;
}

/** Runs a loader that fetches its documents, and reads its streams. */
export async function readOrigin<Params>(
  loader: LoadsOrigin<Params>,
  params: Params,
  folders: LoadFolders,
  signal: AbortSignal = new AbortController().signal,
): Promise<OriginRun> {
  const opened: string[] = [];
  const failed: { name: string; error: unknown }[] = [];
  const notes: (readonly [string, string])[] = [];
  let progress: OriginRun['progress'] = { done: 0, total: undefined, message: undefined };
  const context: OriginContext = {
    signal,
    onProgress(done, total, message) {
      progress = { done, total, message };
    },
    onNote: (name, note) => void notes.push([name, note]),
    onFailed: ({ name, error }) => void failed.push({ name, error }),
    onFile: (file) => void opened.push(file.name),
    async makeFolder() {
      await mkdir(folders.temporary, { recursive: true });
      return mkdtemp(join(folders.temporary, 'load-'));
    },
    cacheFolder: folders.cache,
  };
  const documents: { text: string; metadata: Metadata }[] = [];
  for await (const { text, metadata } of openOrigin(loader, params).loadOrigin(context)) {
    let whole = '';
    if (typeof text === 'string') whole = text;
    else for await (const piece of text) whole += piece;
    documents.push({ text: whole, metadata });
  }
  return { documents, opened, failed, notes, progress };
}
