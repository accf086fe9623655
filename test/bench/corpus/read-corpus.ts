import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SourceFile } from '../../../electron/server/core/document.ts';
import type { LoadJob } from '../../../electron/server/core/load-job.ts';
import { createLoadPool, type LoadPool } from '../../../electron/server/pipeline/load/load-pool.ts';
import { walkFolder } from '../../../electron/server/sources/folder/walk-folder.ts';
import { UserError } from '../../../shared/errors/errors.ts';

import {
  compareWords,
  countWords,
  type FoundWords,
  hasPdftotext,
  type WordCounts,
  wordsByPdftotext,
} from './compare-words.ts';

/** What became of a file. A hang is a file that is not read within the time bound. */
export type Outcome = 'read' | 'refused' | 'failed' | 'hang';

export interface FileResult {
  /** In the folder, with /. */
  readonly path: string;
  /** Lower case, with the dot. */
  readonly extension: string;
  readonly outcome: Outcome;
  /** The error's code and message, without the file's name; "" for a file that was read. */
  readonly reason: string;
  /** What of it could not be read, without the file's name. */
  readonly failedParts: readonly string[];
  readonly chunks: number;
  /** Of a PDF, where `pdftotext` is installed. */
  readonly words: FoundWords | undefined;
  readonly seconds: number;
  /** Most memory of the whole process while it was read, above that of the idle process, in MB. */
  readonly peakMb: number;
}

export interface CorpusResult {
  readonly files: readonly FileResult[];
  /** Memory of the process before the first file, in MB. */
  readonly idleMb: number;
  /** The same when all is read and the worker has ended, above idle. */
  readonly leftMb: number;
}

export interface CorpusOptions {
  /** How long a file may take. */
  readonly secondsPerFile: number;
  onFile?(result: FileResult, done: number, total: number): void;
}

const MB = 1024 ** 2;
const SAMPLE_MS = 50;
/** A worker that has nothing to do ends after this time, as it does in the server after a minute. */
const IDLE_MS = 2000;
/** How long the system may take to get back what the worker had, and how much above idle nobody needs to wait for, in MB. */
const SETTLE_MS = 60_000;
const SETTLED_MB = 100;

/** Each word is counted once. */
const NO_OVERLAP = { chunkOverlap: 0 };

const rssMb = (): number => process.memoryUsage.rss() / MB;

/** Reads all files of a folder one after another, each in a worker thread as an upload to File Loader is. */
export async function readCorpus(folder: string, options: CorpusOptions): Promise<CorpusResult> {
  const paths = await walkFolder(folder, {
    recursive: true,
    includeHidden: false,
    include: () => true,
    exclude: () => false,
    signal: new AbortController().signal,
    onUnreadable: (_path, error) => {
      throw error;
    },
  });
  const own = await mkdtemp(join(tmpdir(), 'tributary-corpus-'));
  const folders = { temporary: join(own, 'tmp'), cache: join(own, 'cache'), models: join(own, 'models') };
  const open = () => createLoadPool({ folders, threads: 1, idleMs: IDLE_MS });
  let pool = open();
  const files: FileResult[] = [];
  const comparesWords = await hasPdftotext();
  const idleMb = rssMb();
  try {
    for (const path of paths) {
      const { size } = await stat(join(folder, path));
      const reading = { file: { name: path, path: join(folder, path), sizeBytes: size }, idleMb, comparesWords };
      const result = await readOne(pool, reading, options);
      files.push(result);
      options.onFile?.(result, files.length, paths.length);
      if (result.outcome !== 'hang') continue;
      await pool.close();
      pool = open();
    }
    const end = performance.now() + IDLE_MS + SETTLE_MS;
    while (rssMb() - idleMb > SETTLED_MB && performance.now() < end) await wait(1000);
    return { files, idleMb, leftMb: rssMb() - idleMb };
  } finally {
    await pool.close();
    await rm(own, { recursive: true, force: true });
  }
}

interface Reading {
  readonly file: SourceFile;
  readonly idleMb: number;
  readonly comparesWords: boolean;
}

async function readOne(
  pool: LoadPool,
  { file, idleMb, comparesWords }: Reading,
  { secondsPerFile }: CorpusOptions,
): Promise<FileResult> {
  const extension = extname(file.name).toLowerCase();
  const own: WordCounts | undefined = comparesWords && extension === '.pdf' ? new Map() : undefined;
  const signal = AbortSignal.timeout(secondsPerFile * 1000);
  const begin = performance.now();
  let [chunks, peakMb] = [0, rssMb()];
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb());
  }, SAMPLE_MS);
  let [outcome, reason]: [Outcome, string] = ['read', ''];
  const failedParts: string[] = [];
  try {
    for await (const { contents, failures = [] } of pool.loadChunks(jobOf(file), signal)) {
      chunks += contents.length;
      failedParts.push(...failures.map((failure) => describeError(failure, file.name)));
      if (own !== undefined) for (const content of contents) countWords(content, own);
    }
  } catch (error) {
    outcome = signal.aborted ? 'hang' : error instanceof UserError ? 'refused' : 'failed';
    reason = signal.aborted
      ? `Not read within ${secondsPerFile} s`
      : error instanceof Error
        ? describeError(error, file.name)
        : String(error);
  } finally {
    clearInterval(sampler);
  }
  peakMb = Math.max(peakMb, rssMb()) - idleMb;
  const seconds = (performance.now() - begin) / 1000;
  const others = own !== undefined && outcome === 'read' ? await wordsByPdftotext(file.path) : undefined;
  const words = own === undefined || others === undefined ? undefined : compareWords(own, others);
  return { path: file.name, extension, outcome, reason, failedParts, chunks, words, seconds, peakMb };
}

function jobOf(file: SourceFile): LoadJob {
  return {
    loader: { nodeId: 'fileLoader_0', name: 'fileLoader', params: {} },
    splitter: { nodeId: 'splitter_0', name: 'recursiveCharacterTextSplitter', params: NO_OVERLAP },
    files: [file],
    sourceIdKey: 'source',
    batchSize: 256,
  };
}

function describeError(error: { readonly message: string }, name: string): string {
  const code = 'code' in error ? `${String(error.code)}: ` : '';
  return `${code}${error.message.replaceAll(name, '…')}`;
}
