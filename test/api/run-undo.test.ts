import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ContentChangeSchema } from '../../shared/api/contents.ts';
import { type RunChunk, type RunChunkKind, RunChunkListSchema } from '../../shared/api/run-chunks.ts';
import { RunDetailsSchema } from '../../shared/api/run-details.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { fields, paragraphs, setUpDocumentStoreSuite, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();

const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });
type Files = Readonly<Record<string, string>>;

const sent = (files: Files) => Object.entries(files).map(([name, content]) => ({ name, content }));

const records = { cleanup: 'full' };

async function newFlow(options: Parameters<typeof makeFlow>[0] = { records }): Promise<string> {
  const splitter = { chunkSize: 60, chunkOverlap: 0 };
  const flow = makeFlow({ basepath: suite.fake.basepath, splitter, ...options });
  return (await suite.api.createFlow(flow)).id;
}

async function upsert(id: string, files: Files, fieldsOf: Readonly<Record<string, string>> = {}): Promise<string> {
  return RunIdSchema.parse((await suite.api.upload(id, sent(files), fieldsOf)).body).runId;
}

async function listAll(runId: string, kind: RunChunkKind, limit = 2): Promise<RunChunk[]> {
  const found: RunChunk[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = `kind=${kind}&limit=${limit}${after === '' ? '' : `&after=${after}`}`;
    const list = RunChunkListSchema.parse((await suite.api.get(`/runs/${runId}/chunks?${query}`)).body);
    expect(list.whyNot).toBeUndefined();
    found.push(...list.chunks);
    after = list.next;
  }
  return found;
}

const textsOf = (chunks: readonly RunChunk[]) => chunks.map(({ pageContent }) => pageContent).sort();
const undo = (runId: string) => suite.api.json('POST', `/runs/${runId}/undo`, {});
const undoStateOf = async (runId: string) =>
  RunDetailsSchema.parse((await suite.api.get(`/runs/${runId}/details`)).body).undo;

/** What is stored of an owner, without the times and the numbers of rows. */
function stateOf(ownerId: string) {
  const db = new BetterSqlite3(join(suite.server.dataDir, 'tributary.db'), { readonly: true });
  try {
    const all = (sql: string) => db.prepare<[string], unknown>(sql).all(`%${ownerId}%`);
    return {
      chunks: all(
        `SELECT hex(c.uuid) AS id, c.chunk_no, c.metadata, c.content, c.embedding_id FROM chunk_with_text c
           JOIN collection k ON k.id = c.collection_id WHERE k.name LIKE ? ORDER BY 1`,
      ),
      vectors: all(
        `SELECT count(*) AS n FROM chunk c JOIN collection k ON k.id = c.collection_id JOIN embedding e ON e.id = c.embedding_id WHERE k.name LIKE ?`,
      ),
      records: all(
        `SELECT hex(r.content_key) AS k, hex(r.metadata_hash) AS m, hex(r.chunk_uuid) AS c, r.chunk_no, s.name FROM record r
           JOIN record_source s ON s.id = r.source_id JOIN record_namespace n ON n.id = r.namespace_id WHERE n.name LIKE ? ORDER BY 1`,
      ),
      sources: all(
        `SELECT s.name, s.last_run FROM record_source s JOIN record_namespace n ON n.id = s.namespace_id
           WHERE n.name LIKE ? AND EXISTS (SELECT 1 FROM record r WHERE r.source_id = s.id) ORDER BY 1`,
      ),
      listed: all(
        `SELECT s.name, s.chunk_count, s.size_bytes FROM content_source s JOIN collection k ON s.kind = 1 AND k.id = s.place
           WHERE k.name LIKE ? ORDER BY 1`,
      ),
      loaders: all(
        `SELECT id, generation, files, content_state, index_state, total_chunks, total_chars FROM document_store_loader
           WHERE store_id LIKE ? ORDER BY 1`,
      ),
    };
  } finally {
    db.close();
  }
}

/** The same where a chunk was inserted again: it has another id, and the hash of all its metadata. */
function withoutIds({ chunks, records, ...state }: ReturnType<typeof stateOf>) {
  const all = z.array(z.looseObject({})).parse([...chunks, ...records]);
  return { ...state, rows: all.map(({ id, c, m, embedding_id, ...row }) => JSON.stringify(row)).toSorted() };
}

const FIRST: Files = {
  'otters.txt': 'Otters hold hands while they sleep.\n\nThey float on their backs in the sea.',
  'ravens.txt': 'Ravens remember faces for many years.',
};
const SECOND: Files = {
  'otters.txt': 'A new beginning of the text about otters, before the rest.\n\nOtters hold hands while they sleep.',
  'bees.txt': 'Bees dance to say where flowers are.',
};

describe('GET /runs/{id}/chunks', () => {
  test('lists what a run added, updated, deleted and left alone, page by page', async () => {
    const id = await newFlow();
    const first = await upsert(id, FIRST);
    expect(textsOf(await listAll(first, 'added'))).toHaveLength(3);
    expect(await listAll(first, 'added')).toMatchObject([{ isStored: true, metadataBefore: null }, {}, {}]);
    expect(await listAll(first, 'deleted')).toEqual([]);

    const second = await upsert(id, SECOND, { metadata: '{"kind":"notes"}' });
    const run = await suite.api.run(second);
    expect(run.result).toMatchObject({ numAdded: 2, numDeleted: 2 });
    expect(textsOf(await listAll(second, 'added'))).toEqual([
      'A new beginning of the text about otters, before the rest.',
      'Bees dance to say where flowers are.',
    ]);
    expect(await listAll(second, 'deleted')).toMatchObject([
      { source: 'otters.txt', pageContent: 'They float on their backs in the sea.', isStored: false },
      { source: 'ravens.txt', pageContent: 'Ravens remember faces for many years.', isStored: false },
    ]);
    const [updated] =
      run.result?.numUpdated === 1 ? await listAll(second, 'updated') : await listAll(second, 'skipped');
    expect(updated).toMatchObject({ source: 'otters.txt', pageContent: 'Otters hold hands while they sleep.' });

    const third = await upsert(id, SECOND, { metadata: '{"kind":"notes"}' });
    expect(textsOf(await listAll(third, 'skipped', 1))).toHaveLength(3);
    const late = await suite.api.get(`/runs/${second}/chunks?kind=skipped`);
    expect(late.body).toMatchObject({ chunks: [], whyNot: expect.stringContaining('last run only') });
    expect(await listAll(second, 'deleted')).toHaveLength(2);
  });
});

describe('POST /runs/{id}/undo', () => {
  test('makes what a flow has stored what it was, without embedding', async () => {
    const id = await newFlow();
    await upsert(id, FIRST);
    const before = stateOf(id);
    const second = await upsert(id, SECOND);
    expect(await undoStateOf(second)).toEqual({ isPossible: true, undoneDate: null });
    const embedded = suite.fake.texts;
    expect(await undo(second)).toMatchObject({ status: 200, body: { removed: 2, restored: 2 } });
    expect(suite.fake.texts).toBe(embedded);
    expect(stateOf(id)).toEqual(before);
    expect(JSON.stringify(await suite.api.query(id, { query: 'ravens' }))).toContain('Ravens remember');
    expect(JSON.stringify(await suite.api.query(id, { query: 'bees' }))).not.toContain('Bees dance');
    expect(await undoStateOf(second)).toMatchObject({ isPossible: false, undoneDate: expect.any(String) });
    expect(await undo(second)).toMatchObject({ status: 409, body: { code: 'RUN_NOT_UNDOABLE' } });
    const undoneDate = expect.any(String);
    expect(await suite.api.run(second)).toMatchObject({ id: second, undoneDate });
    expect((await suite.api.get(`/runs?chatflowId=${id}&limit=1`)).body).toMatchObject([{ id: second, undoneDate }]);
    const overview = (await suite.api.get('/overview')).body;
    expect(overview).toContainEqual(
      expect.objectContaining({ ownerId: id, lastRun: expect.objectContaining({ undoneDate }) }),
    );

    const again = await suite.api.run(await upsert(id, SECOND));
    expect(again.result).toMatchObject({ numAdded: 2, numDeleted: 2 });
  });

  test('refuses a run that is not the last, that was changed by hand since, or that changed nothing', async () => {
    const id = await newFlow();
    const first = await upsert(id, FIRST);
    const second = await upsert(id, FIRST);
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('came after it') },
    });
    expect(await undo(second)).toMatchObject({ status: 409, body: { message: expect.stringContaining('nothing') } });
    const third = await upsert(id, SECOND);
    const [chunk] = await listAll(third, 'added');
    await suite.api.json('DELETE', `/contents/${id}/chunks/${chunk?.id}`, {});
    expect(await undo(third)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('after the run') },
    });
    expect((await undo('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('is possible again once what was edited or deleted by hand since is undone, and makes all what it was', async () => {
    const id = await newFlow();
    await upsert(id, FIRST);
    const before = stateOf(id);
    const second = await upsert(id, SECOND);
    const after = stateOf(id);
    const bees = (await listAll(second, 'added')).find(({ source }) => source === 'bees.txt')?.id;
    const deletion = ContentChangeSchema.parse(
      (await suite.api.json('DELETE', `/contents/${id}/chunks/${bees}`, {})).body,
    );
    const { docs } = await suite.api.query(id, { query: 'Otters hold hands', mode: 'keyword', topK: 1 });
    const edited = await suite.api.json('PUT', `/contents/${id}/chunks/${docs[0]?.id}`, { pageContent: 'Otters.' });
    const edit = ContentChangeSchema.parse(edited.body);
    const refusal = { status: 409, body: { message: expect.stringContaining('undo these changes first') } };
    for (const { editId } of [deletion, edit]) {
      expect(await undo(second)).toMatchObject(refusal);
      await suite.api.json('POST', `/contents/${id}/edits/${editId}/undo`, {});
    }
    expect(withoutIds(stateOf(id))).toEqual(withoutIds(after));
    expect(await undoStateOf(second)).toEqual({ isPossible: true, undoneDate: null });
    expect(await undo(second)).toMatchObject({ status: 200, body: { removed: 2, restored: 2 } });
    expect(withoutIds(stateOf(id))).toEqual(withoutIds(before));
    const again = await suite.api.run(await upsert(id, FIRST));
    expect(again.result).toMatchObject({ numSkipped: 3, numAdded: 0, numUpdated: 0, numDeleted: 0 });
  });

  test('is not possible once an edit from before the run is changed or undone', async () => {
    for (const change of ['undo', 'delete']) {
      const id = await newFlow();
      const first = await upsert(id, FIRST);
      const [chunk] = await listAll(first, 'added');
      const path = `/contents/${id}/chunks/${chunk?.id}`;
      const edited = await suite.api.json('PUT', path, { pageContent: 'Said in other words.' });
      const { chunk: now, editId } = ContentChangeSchema.parse(edited.body);
      const second = await upsert(id, { ...FIRST, ...SECOND, 'otters.txt': FIRST['otters.txt'] ?? '' });
      expect(await undoStateOf(second)).toMatchObject({ isPossible: true });
      if (change === 'undo') await suite.api.json('POST', `/contents/${id}/edits/${editId}/undo`, {});
      else {
        await suite.api.json('DELETE', `/contents/${id}/chunks/${now?.id}`, {});
        await suite.api.json('POST', `/contents/${id}/edits/${editId}/undo`, {});
      }
      const refusal = { status: 409, body: { message: expect.stringContaining('as a whole') } };
      expect(await undo(second), change).toMatchObject(refusal);
    }
  });

  test('is not possible where a chunk that is brought back gets another id: in a flow without records', async () => {
    const id = await newFlow({});
    const first = await upsert(id, FIRST);
    const [chunk] = await listAll(first, 'added');
    const { body } = await suite.api.json('DELETE', `/contents/${id}/chunks/${chunk?.id}`, {});
    await suite.api.json('POST', `/contents/${id}/edits/${ContentChangeSchema.parse(body).editId}/undo`, {});
    const refusal = { status: 409, body: { message: expect.stringContaining('as a whole') } };
    expect(await undo(first)).toMatchObject(refusal);
  });

  test('takes away what a flow without records has added', async () => {
    const id = await newFlow({});
    await upsert(id, FIRST);
    const before = stateOf(id);
    const second = await upsert(id, FIRST);
    expect(await undo(second)).toMatchObject({ body: { removed: 3, restored: 0 } });
    expect(stateOf(id)).toEqual(before);
  });

  test('takes away what was just added to a store outside of the database, and says what can not be undone there', async () => {
    const id = await newFlow({ records, storeNode: nodeDefinitions.memoryVectorStore });
    const first = await upsert(id, { 'ravens.txt': 'Ravens remember faces.' });
    expect(await listAll(first, 'added')).toMatchObject([
      { source: 'ravens.txt', pageContent: 'Ravens remember faces.', isStored: true },
    ]);
    expect(await undo(first)).toMatchObject({ status: 200, body: { removed: 1 } });
    expect(JSON.stringify(await suite.api.query(id, { query: 'ravens' }))).not.toContain('Ravens');
    await upsert(id, FIRST);
    const third = await upsert(id, SECOND);
    expect(await undo(third)).toMatchObject({ status: 409, body: { message: expect.stringContaining('outside') } });
    const list = await suite.api.get(`/runs/${third}/chunks?kind=deleted`);
    expect(list.body).toMatchObject({ whyNot: expect.stringContaining('outside') });
  });

  test('makes a document store and its loader what they were', async () => {
    const { id, docId } = await suite.filledStore(3);
    const before = stateOf(id);
    const other = { ...fields, docId, replaceExisting: 'true', loader: JSON.stringify(TEXT_LOADER) };
    const result = await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(5, 'Other') }], other);
    const second = result.runId ?? '';
    expect((await suite.stores.chunks(id)).count).toBe(5);
    expect(await undo(second)).toMatchObject({ status: 200, body: { removed: 5, restored: 3 } });
    expect(stateOf(id)).toEqual(before);
    expect((await suite.stores.chunks(id)).chunks).toHaveLength(3);
    expect(JSON.stringify(await suite.stores.query(id, { query: 'paragraph' }))).toContain('Paragraph');
    // The file of then is kept, so that it can be loaded anew.
    expect((await suite.stores.upsertJson(id, { docId, replaceExisting: true })).numSkipped).toBe(3);
  });

  test('finds a document store and its loader as the run left them, once a deleted and an edited chunk are back', async () => {
    const { id, docId } = await suite.filledStore(3);
    const before = stateOf(id);
    const other = { ...fields, docId, replaceExisting: 'true', loader: JSON.stringify(TEXT_LOADER) };
    const result = await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(5, 'Other') }], other);
    const after = stateOf(id);
    const stateOfLoader = async () => (await suite.stores.store(id)).loaders.map(({ indexState }) => indexState);
    const [first, second] = (await suite.stores.chunks(id)).chunks;
    const deletion = await suite.api.json('DELETE', `/contents/${id}/chunks/${first?.id}`, {});
    const edit = await suite.api.json('PUT', `/contents/${id}/chunks/${second?.id}`, { pageContent: 'Otherwise.' });
    for (const { body } of [deletion, edit]) {
      expect(await stateOfLoader()).toEqual(['CHANGED']);
      expect(await undo(result.runId ?? '')).toMatchObject({ status: 409 });
      await suite.api.json('POST', `/contents/${id}/edits/${ContentChangeSchema.parse(body).editId}/undo`, {});
    }
    expect(await stateOfLoader()).toEqual(['CURRENT']);
    expect(stateOf(id)).toEqual(after);
    expect(await undo(result.runId ?? '')).toMatchObject({ status: 200, body: { removed: 5, restored: 3 } });
    expect(stateOf(id)).toEqual(before);
  });

  test('leaves a loader changed whose chunk was edited before the last run, which was another loader’s', async () => {
    const { id } = await suite.filledStore(3);
    const [chunk] = (await suite.stores.chunks(id)).chunks;
    const { body } = await suite.api.json('DELETE', `/contents/${id}/chunks/${chunk?.id}`, {});
    await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(2, 'Other') }], fields);
    const editId = ContentChangeSchema.parse(body).editId;
    await suite.api.json('POST', `/contents/${id}/edits/${editId}/undo`, {});
    const loaders = (await suite.stores.store(id)).loaders.map(({ indexState }) => indexState);
    expect(loaders.toSorted()).toEqual(['CHANGED', 'CURRENT']);
  });

  test('says which kind of owner is gone', async () => {
    const flow = await newFlow();
    const ofFlow = await upsert(flow, { 'a.txt': 'Something.' });
    const store = await suite.newStore();
    const { runId: ofStore = '' } = await suite.stores.upsert(
      store,
      [{ name: 'a.txt', content: paragraphs(2) }],
      fields,
    );
    // In the bin: the runs of what is deleted for good go too, sooner or later.
    await suite.api.json('POST', `/bin/chatflows/${flow}`, undefined);
    await suite.api.json('POST', `/bin/document-stores/${store}`, undefined);
    expect(await undo(ofFlow)).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
    expect(await undo(ofStore)).toMatchObject({ status: 404, body: { code: 'STORE_NOT_FOUND' } });
  });

  test('takes away a loader that the run made', async () => {
    const id = await suite.newStore();
    const { runId } = await suite.stores.upsert(id, [{ name: 'a.txt', content: paragraphs(4) }], fields);
    expect(await undo(runId ?? '')).toMatchObject({ status: 200, body: { removed: 4 } });
    expect((await suite.stores.store(id)).loaders).toEqual([]);
    expect(stateOf(id).chunks).toEqual([]);
  });
});
