import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createLoadPool } from '../../../electron/server/pipeline/load/load-pool.ts';

/** The task that {@link large-files.test.ts} gives a separate process, to measure its memory alone. */
export interface MeasureRequest {
  readonly loader: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly name: string;
}

export interface Measurement {
  readonly chunks: number;
  readonly first: string;
  readonly last: string;
  readonly lastMetadata: string;
  /** Memory above that of the process before the first file, in MB. */
  readonly memoryMb: number;
}

const [request = ''] = process.argv.slice(2);
const { loader, params, path, name }: MeasureRequest = JSON.parse(request);
const folder = dirname(path);
const pool = createLoadPool({
  threads: 1,
  folders: { temporary: join(folder, 'tmp'), cache: join(folder, 'cache'), models: join(folder, 'models') },
});
const idleMb = process.memoryUsage.rss() / 1024 ** 2;
const { size } = await stat(path);
const job = {
  loader: { nodeId: 'loader_0', name: loader, params },
  splitter: {
    nodeId: 'splitter_0',
    name: 'recursiveCharacterTextSplitter',
    params: { chunkSize: 1000, chunkOverlap: 100 },
  },
  files: [{ name, path, sizeBytes: size }],
  sourceIdKey: 'source',
  batchSize: 256,
};
let chunks = 0;
let first: string | undefined;
let last = '';
let lastMetadata = '';
for await (const batch of pool.loadChunks(job, new AbortController().signal)) {
  chunks += batch.contents.length;
  first ??= batch.contents[0];
  last = batch.contents.at(-1) ?? last;
  lastMetadata = batch.metadata.at(-1) ?? lastMetadata;
}
await pool.close();
const memoryMb = process.resourceUsage().maxRSS / 1024 - idleMb;
const measurement: Measurement = { chunks, first: first ?? '', last, lastMetadata, memoryMb };
process.stdout.write(JSON.stringify(measurement));
