/**
 * Writes the rows of a small data folder made by the sources as they are, not by the last build, as SQL: test/fixtures/data-folders/<version>.sql. Run it once
 * for each schema. It never replaces a file: the files represent users' data.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { FlowDocument } from '../shared/flow/flow-document.ts';
import { makeFlow } from '../test/helpers/builders/flows.ts';
import { KEPT_HOST, keptFile } from '../test/helpers/builders/kept-data-folders.ts';
import { startFakeOpenAI } from '../test/helpers/fakes/fake-openai.ts';
import { createApiClient } from '../test/helpers/servers/api-client.ts';
import { startServerProcess } from '../test/helpers/servers/server-process.ts';
import { createStoreClient } from '../test/helpers/servers/store-client.ts';

/** The rows of all tables. The migrations create the tables; their checksums are among the rows. */
function dumpRows(db: BetterSqlite3.Database): string {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .pluck()
    .all();
  const rows = tables.flatMap((table) => {
    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    const values = columns.map((column) => `quote("${column}")`).join(` || ', ' || `);
    const lines = db.prepare<[], string>(`SELECT ${values} FROM "${table}"`).pluck().all();
    return lines.map((line) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${line});\n`);
  });
  return rows.join('');
}

/** A flow without the display data of the canvas, which would be most of the file. */
function makeShortFlow(basepath: string): FlowDocument {
  const flow = makeFlow({ basepath, records: {} });
  const nodes = flow.nodes.map((node) => ({
    ...node,
    data: { ...node.data, inputParams: [], inputAnchors: [], outputAnchors: [] },
  }));
  return { ...flow, nodes };
}

/** Fills a data folder as a user would: a flow with records and a document store, with one or two texts in each, and a question with feedback on its answer. */
async function fill(dataDir: string, basepath: string): Promise<void> {
  const server = await startServerProcess({ dataDir, isBuilt: false });
  try {
    const api = createApiClient(server.url);
    const { id } = await api.createFlow(makeShortFlow(basepath));
    await api.upsert(id, [
      { name: 'gate.txt', content: 'The garden gate is green.' },
      { name: 'shed.txt', content: 'The shed behind the house is red.' },
    ]);
    const { chatMessageId: messageId } = await api.ask(id, { question: 'What is green?', chatId: 'chat-1' });
    await api.json('POST', '/feedback', { messageId, rating: 'THUMBS_UP' });
    const stores = createStoreClient(server.url);
    const store = await stores.create({
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
      recordManagerConfig: { name: 'SQLiteRecordManager', config: {} },
    });
    const loader = JSON.stringify({ name: 'textFile', config: {} });
    await stores.upsert(store.id, [{ name: 'fence.txt', content: 'The fence is blue.' }], { loader });
  } finally {
    await server.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'tributary-kept-'));
const embedding = await startFakeOpenAI({ dimensions: 8 });
try {
  await fill(dataDir, embedding.basepath);
  const db = new BetterSqlite3(join(dataDir, 'tributary.db'));
  // The graph is a file beside the database and is built again when missing. The starter flow is not needed.
  db.exec("DELETE FROM index_manifest; DELETE FROM chatflow WHERE name <> 'Test flow'");
  const version = db.prepare<[], number>('SELECT max(number) FROM migration').pluck().get();
  const file = keptFile(version ?? 0);
  if (existsSync(file)) throw new Error(`${file} is there already: it stands for what users have.`);
  writeFileSync(file, dumpRows(db).replaceAll(new URL(embedding.basepath).host, KEPT_HOST));
  db.close();
  process.stdout.write(`${file}\n`);
} finally {
  await embedding.close();
  rmSync(dataDir, { recursive: true });
}
