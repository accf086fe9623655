import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SourceFile } from '../../../electron/server/core/document.ts';
import type { LoadJob } from '../../../electron/server/core/load-job.ts';
import { createLoadPool, type LoadPool } from '../../../electron/server/pipeline/load/load-pool.ts';
import { walkFolder } from '../../../electron/server/sources/folder/walk-folder.ts';
import { UserError } from '../../../shared/errors/errors.ts';

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
  readonly chunks: number;
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
  const idleMb = rssMb();
  try {
    for (const path of paths) {
      const { size } = await stat(join(folder, path));
      const result = await readOne(pool, { name: path, path: join(folder, path), sizeBytes: size }, options, idleMb);
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

async function readOne(
  pool: LoadPool,
  file: SourceFile,
  { secondsPerFile }: CorpusOptions,
  idleMb: number,
): Promise<FileResult> {
  const signal = AbortSignal.timeout(secondsPerFile * 1000);
  const begin = performance.now();
  let [chunks, peakMb] = [0, rssMb()];
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb());
  }, SAMPLE_MS);
  let [outcome, reason]: [Outcome, string] = ['read', ''];
  try {
    for await (const batch of pool.loadChunks(jobOf(file), signal)) chunks += batch.contents.length;
  } catch (error) {
    outcome = signal.aborted ? 'hang' : error instanceof UserError ? 'refused' : 'failed';
    reason = signal.aborted ? `Not read within ${secondsPerFile} s` : describeError(error, file.name);
  } finally {
    clearInterval(sampler);
  }
  peakMb = Math.max(peakMb, rssMb()) - idleMb;
  const seconds = (performance.now() - begin) / 1000;
  return { path: file.name, extension: extname(file.name).toLowerCase(), outcome, reason, chunks, seconds, peakMb };
}

function jobOf(file: SourceFile): LoadJob {
  return {
    loader: { nodeId: 'fileLoader_0', name: 'fileLoader', params: {} },
    splitter: { nodeId: 'splitter_0', name: 'recursiveCharacterTextSplitter', params: {} },
    files: [file],
    sourceIdKey: 'source',
    batchSize: 256,
  };
}

function describeError(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${String(error.code)}: ` : '';
  return `${code}${error.message.replaceAll(name, '…')}`;
}
