import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, vi } from 'vitest';
import { makeEnglishText } from '../builders/english-text.ts';
import { makeFlow } from '../builders/flows.ts';
import { createRandom } from '../builders/vector-corpus.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type SharedServer, startTestServer } from './test-server.ts';

/** How many calls are made, and to how many flows with how many files each. */
export interface MixedCalls {
  readonly calls: number;
  readonly flows: number;
  readonly files: number;
}

const MOST_MORE = 1.2;

const english = makeEnglishText(200_000, 9).replaceAll('\n', ' ');

/** A file's text: paragraphs of a chunk each, of which a new version changes the first half. */
function textOf(file: number, version: number): string {
  const paragraphs = Array.from({ length: 16 }, (_, i) => {
    const edition = i < 8 ? version : 0;
    const start = (file * 977 + i * 431 + edition * 61) % (english.length - 500);
    return `File ${file} part ${i} edition ${edition}: ${english.slice(start, start + 440)}`;
  });
  return paragraphs.join('\n\n');
}

async function makeFlows(api: ApiClient, basepath: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const splitter = { chunkSize: 500, chunkOverlap: 0 };
    const flow = makeFlow({ basepath, splitter, records: { cleanup: 'incremental' } });
    ids.push((await api.createFlow(flow)).id);
  }
  return ids;
}

/** Makes the calls, four at a time. @returns the last version of each file, by flow and file */
async function makeCalls(api: ApiClient, ids: readonly string[], { calls, files }: MixedCalls) {
  const random = createRandom(17);
  const pick = (count: number) => Math.floor(((random() + 1) / 2) * count) % count;
  const versions = new Map<string, number>();

  async function call(): Promise<void> {
    const flow = pick(ids.length);
    const id = ids[flow] ?? '';
    const kind = pick(10);
    const file = pick(files);
    const key = `${flow}/${file}`;
    const version = versions.get(key) ?? 0;
    if (kind < 6) {
      const next = kind < 5 ? version + 1 : version;
      versions.set(key, next);
      await api.upsert(id, [{ name: `file-${file}.txt`, content: textOf(file, next) }]);
    } else if (kind < 9) {
      await api.query(id, { query: english.slice(file * 50, file * 50 + 40), topK: 3 });
    } else await api.get(`/runs?chatflowId=${id}`);
  }

  for (let done = 0; done < calls; done += 4) {
    // Of one file in one flow the last call to start is the last to be written: runs of the same records go in turn.
    await Promise.all([call(), call(), call(), call()]);
  }
  return versions;
}

/** Rows, and pages in use but for those of the run history, which is no part of what is imported. */
function measure({ dataDir }: SharedServer): Readonly<Record<string, number>> {
  const db = new BetterSqlite3(join(dataDir, 'tributary.db'), { readonly: true });
  try {
    const one = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0;
    const tables = ['chunk', 'embedding', 'vector_log', 'record', 'record_source'];
    const rows = Object.fromEntries(tables.map((table) => [table, one(`SELECT count(*) FROM ${table}`)]));
    const pages = one(
      `SELECT count(*) FROM dbstat WHERE name NOT IN
         (SELECT name FROM sqlite_schema
            WHERE tbl_name IN ('run', 'upsert_history', 'run_request', 'run_change', 'run_added', 'replaced_chunk', 'run_loader'))`,
    );
    return { ...rows, pages };
  } finally {
    db.close();
  }
}

/** Makes mixed calls to a server, and expects that it then holds hardly more than a fresh import of what is left. */
export async function expectPruned(server: SharedServer, basepath: string, mix: MixedCalls): Promise<void> {
  const api = createApiClient(server.url);
  const versions = await makeCalls(api, await makeFlows(api, basepath, mix.flows), mix);
  const fresh = await startTestServer();
  try {
    const freshApi = createApiClient(fresh.url);
    const freshFlows = await makeFlows(freshApi, basepath, mix.flows);
    for (const [key, version] of versions) {
      const [flow, file] = key.split('/').map(Number);
      const content = textOf(file ?? 0, version);
      await freshApi.upsert(freshFlows[flow ?? 0] ?? '', [{ name: `file-${file}.txt`, content }]);
    }
    const wanted = measure(fresh);
    await vi.waitFor(
      () => {
        const found = measure(server);
        const over = Object.entries(found).filter(([what, count]) => count > (wanted[what] ?? 0) * MOST_MORE);
        expect(over, JSON.stringify({ found, wanted })).toEqual([]);
      },
      { timeout: 120_000, interval: 500 },
    );
    expect(measure(server)).toMatchObject({ chunk: wanted.chunk, record: wanted.record });
  } finally {
    await fresh.close();
  }
}
