import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../shared/api/chat-messages.ts';
import { ContentSourcesSchema, RemovedSourceSchema } from '../../shared/api/contents.ts';
import { MoveAcceptedSchema } from '../../shared/api/moves.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow, node } from '../helpers/builders/flows.ts';
import { fields, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite({}, 'own');
const QUESTION = 'How long may books be kept?';
const RULES = { name: 'rules.txt', content: 'Books may be kept for three weeks in Heronberg.' };
const NOTES = { name: 'notes.txt', content: 'Old books may be kept for five weeks.' };
const SECRET = 'Heronberg';

async function filledFlow(): Promise<string> {
  const flow = makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, [RULES, NOTES]);
  return id;
}

async function remove(id: string, name = RULES.name): Promise<number> {
  const { sources } = ContentSourcesSchema.parse((await suite.api.get(`/contents/${id}/sources`)).body);
  const sourceId = sources.find((source) => source.name === name)?.id;
  return RemovedSourceSchema.parse((await suite.api.call('DELETE', `/contents/${id}/sources/${sourceId}`)).body).id;
}

/** Prunes all that nothing needs. */
async function prune(): Promise<void> {
  expect(await suite.api.json('POST', '/storage/clean-up', { part: 'vectors' })).toMatchObject({ status: 202 });
  await expect
    .poll(() => suite.api.get('/storage'))
    .toMatchObject({ body: { cleaning: null, cleaned: { failure: null } } });
}

async function answerOf(id: string): Promise<ChatMessage> {
  const answer = (await suite.api.messages(id)).at(-1);
  if (answer === undefined) throw new Error('There is no answer.');
  return answer;
}

/** Whether any row of the database has it. */
function isInDatabase(word: string): boolean {
  const db = new BetterSqlite3(join(suite.server.dataDir, 'tributary.db'), { readonly: true });
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
      .pluck()
      .all();
    return tables.some((table) => JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).all()).includes(word));
  } finally {
    db.close();
  }
}

test('a source that is deleted for good is in no chat any more; while it is in the bin, the chats are as they were', async () => {
  const id = await filledFlow();
  await suite.api.ask(id, { question: QUESTION });
  const before = await answerOf(id);
  expect(before.content).toContain(SECRET);
  const rules = before.passages?.findIndex(({ metadata }) => metadata.source === RULES.name) ?? -1;

  const removedId = await remove(id);
  await prune();
  expect(await answerOf(id)).toEqual(before);
  await suite.api.call('POST', `/contents/${id}/removed/${removedId}/restore`);
  await prune();
  expect(await answerOf(id)).toEqual(before);

  await suite.api.call('DELETE', `/contents/${id}/removed/${await remove(id)}`);
  await prune();
  const after = await answerOf(id);
  expect(JSON.stringify(after)).not.toContain(SECRET);
  expect(after.content).toContain('… [');
  expect(after.content).toContain(NOTES.content);
  expect(after.passages?.[rules]).toMatchObject({
    ...{ pageContent: '', metadata: { source: RULES.name }, isDeleted: true },
  });
  expect(after.sourceDocuments?.[rules]).toMatchObject({ pageContent: '', metadata: { source: RULES.name } });
  const number = before.citations?.find(({ sourceIndex }) => sourceIndex === rules)?.number;
  const citation = after.citations?.find((one) => one.number === number);
  expect(citation).toEqual({ number, sourceIndex: rules, sentence: '', verdict: 'quoted' });
  expect(after.passages?.find(({ metadata }) => metadata.source === NOTES.name)?.pageContent).toBe(NOTES.content);
  expect(isInDatabase(SECRET)).toBe(false);
});

test('a version of before goes with its source, and not before', async () => {
  const id = await filledFlow();
  await suite.api.ask(id, { question: QUESTION });
  const before = await answerOf(id);
  await suite.api.upsert(id, [{ ...RULES, content: 'Books may be kept for two weeks.' }, NOTES]);
  await prune();
  expect(await answerOf(id)).toEqual(before);
  await suite.api.call('DELETE', `/contents/${id}/removed/${await remove(id)}`);
  await prune();
  expect(JSON.stringify(await answerOf(id))).not.toContain(SECRET);
});

test('a source of the same name in another flow keeps its text', async () => {
  const [id, other] = [await filledFlow(), await filledFlow()];
  for (const one of [id, other]) await suite.api.ask(one, { question: QUESTION });
  const before = await answerOf(other);
  await suite.api.call('DELETE', `/contents/${id}/removed/${await remove(id)}`);
  await prune();
  expect(JSON.stringify(await answerOf(id))).not.toContain(SECRET);
  expect(await answerOf(other)).toEqual(before);
});

test('a file of the same name that came with a question keeps its text', async () => {
  const id = await filledFlow();
  const chatbotConfig = JSON.stringify({ fullFileUpload: { status: true } });
  await suite.api.json('PUT', `/chatflows/${id}`, { chatbotConfig });
  const data = 'Borrowed books may be kept for two days.';
  const uploads = [{ type: 'file:full', name: RULES.name, mime: 'text/plain', data }];
  await suite.api.ask(id, { question: QUESTION, uploads });
  const before = await answerOf(id);
  expect(before.content).toContain(data);
  expect(JSON.stringify(before)).toContain(SECRET);
  await suite.api.call('DELETE', `/contents/${id}/removed/${await remove(id)}`);
  await prune();
  const after = await answerOf(id);
  expect(JSON.stringify(after)).not.toContain(SECRET);
  expect(after.content).toContain(data);
  const attached = ({ passages }: ChatMessage) => passages?.filter(({ metadata }) => metadata.isAttached === true);
  expect(attached(before)).toHaveLength(1);
  expect(attached(after)).toEqual(attached(before));
});

test('a flow that is moved keeps what its chats have', async () => {
  const id = await filledFlow();
  await suite.api.ask(id, { question: QUESTION });
  const before = await answerOf(id);
  for (const name of ['hnsw', 'memoryVectorStore']) {
    const config = name === 'hnsw' ? { collection: 'shelf' } : {};
    const moved = await suite.api.json('POST', `/moves/${id}`, { vectorStore: { name, config } });
    const { runId } = MoveAcceptedSchema.parse(moved.body);
    await expect.poll(async () => (await suite.api.run(runId)).status).toBe('FINISHED');
    await prune();
    expect(await answerOf(id)).toEqual(before);
  }
});

test('a document store that is deleted for good is in no chat of a flow that has read it', async () => {
  const store = await suite.newStore();
  for (const file of [RULES, NOTES]) await suite.stores.upsert(store, [file], fields);
  const reader = node(nodeDefinitions.documentStoreVS, { selectedStore: store });
  const { id } = await suite.api.createFlow({ nodes: [reader], edges: [] });
  await suite.api.ask(id, { question: QUESTION });
  const before = await answerOf(id);
  expect(before.content).toContain(SECRET);
  await suite.api.json('POST', `/bin/document-stores/${store}`, {});
  await prune();
  expect(await answerOf(id)).toEqual(before);
  await suite.api.call('DELETE', `/bin/${store}`);
  await expect.poll(async () => JSON.stringify(await answerOf(id))).not.toContain(SECRET);
});

test('what undoing a run deletes is in no chat any more', async () => {
  const flow = makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, [NOTES]);
  await suite.api.upsert(id, [RULES]);
  await suite.api.ask(id, { question: QUESTION });
  expect((await answerOf(id)).content).toContain(SECRET);
  const { body } = await suite.api.get(`/runs?chatflowId=${id}`);
  const [run] = body as { id: string }[];
  expect((await suite.api.call('POST', `/runs/${run?.id}/undo`)).status).toBeLessThan(300);
  await prune();
  expect(JSON.stringify(await answerOf(id))).not.toContain(SECRET);
});
