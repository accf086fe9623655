import { describe, expect, test } from 'vitest';
import { ContentEditsSchema } from '../../shared/api/content-edits.ts';
import {
  type ContentChange,
  ContentChangeSchema,
  type ContentChunks,
  ContentChunksSchema,
  ContentFacetsSchema,
  ContentMatchesSchema,
  ContentSourcesSchema,
  ContentsSummarySchema,
  DoneSchema,
  RemovedSourceSchema,
} from '../../shared/api/contents.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { fields, paragraphs, setUpDocumentStoreSuite, UNKNOWN } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();

const SPLITTER = { chunkSize: 100, chunkOverlap: 0 };
const INCREMENTAL = { cleanup: 'incremental' };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function call(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${suite.server.url}/api/v1/contents/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: await response.json() };
}

async function ok(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await call(method, path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const summary = async (id: string) => ContentsSummarySchema.parse(await ok('GET', id));
const sources = async (id: string, query = '') =>
  ContentSourcesSchema.parse(await ok('GET', `${id}/sources?${query}`)).sources;
const chunks = async (id: string, query = ''): Promise<ContentChunks> =>
  ContentChunksSchema.parse(await ok('GET', `${id}/chunks?${query}`));
const textsOf = async (id: string) => (await chunks(id, 'limit=200')).chunks.map(({ pageContent }) => pageContent);
const put = async (id: string, chunkId: string, body: object): Promise<ContentChange> =>
  ContentChangeSchema.parse(await ok('PUT', `${id}/chunks/${chunkId}`, body));
const edits = async (id: string, query = '') => ContentEditsSchema.parse(await ok('GET', `${id}/edits?${query}`)).edits;

/** A flow with two files of ten chunks each. */
async function filledFlow(records: Record<string, unknown> | null = INCREMENTAL): Promise<string> {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    splitter: SPLITTER,
    ...(records === null ? {} : { records }),
  });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upsert(id, [
    { name: 'b.txt', content: paragraphs(10, 'Beta') },
    { name: 'a.txt', content: paragraphs(10, 'Alpha') },
  ]);
  return id;
}

async function filledStore(): Promise<string> {
  const id = await suite.newStore();
  await suite.stores.upsert(id, [{ name: 'a.txt', content: paragraphs(10, 'Alpha') }], fields);
  await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(10, 'Beta') }], fields);
  return id;
}

const owners = [
  { kind: 'chatflow', fill: () => filledFlow() },
  { kind: 'documentStore', fill: filledStore },
] as const;

describe.each(owners)('the contents of a $kind', ({ kind, fill }) => {
  test('are counted, and listed by source', async () => {
    const id = await fill();
    expect(await summary(id)).toMatchObject({ kind, sources: 2, chunks: 20, changedEdits: 0, storedChunks: 20 });
    const listed = await sources(id, 'sort=name&descending=true');
    expect(listed.map(({ name, chunks: count }) => [name, count])).toEqual([
      ['b.txt', 10],
      ['a.txt', 10],
    ]);
    expect((await sources(id, 'search=B.T')).map(({ name }) => name)).toEqual(['b.txt']);
    const first = await chunks(id, `sourceId=${listed[1]?.id}`);
    const text = first.chunks.map(({ pageContent }) => pageContent).join('');
    expect(listed[1]).toMatchObject({ sizeBytes: Buffer.byteLength(text), state: 'STORED' });
  });

  test('are read in order, from any place, forwards and backwards', async () => {
    const id = await fill();
    const all = await chunks(id, 'limit=200');
    expect(all).toMatchObject({ total: 20, next: null, previous: null });
    expect(all.chunks.map(({ source, chunkNo }) => `${source} ${chunkNo}`)).toEqual(
      ['a.txt', 'b.txt'].flatMap((name) => Array.from({ length: 10 }, (_, index) => `${name} ${index + 1}`)),
    );
    const ids = all.chunks.map((chunk) => chunk.id);
    const middle = await chunks(id, 'place=8&limit=4');
    expect(middle.chunks.map((chunk) => chunk.id)).toEqual(ids.slice(8, 12));
    expect(middle.chunks.map(({ place }) => place)).toEqual([8, 9, 0, 1]);
    const after = await chunks(id, `after=${middle.next}&limit=4`);
    expect(after.chunks.map((chunk) => chunk.id)).toEqual(ids.slice(12, 16));
    const before = await chunks(id, `before=${middle.previous}&limit=10`);
    expect(before).toMatchObject({ previous: null });
    expect(before.chunks.map((chunk) => chunk.id)).toEqual(ids.slice(0, 8));
    const [, b] = await sources(id);
    const last = await chunks(id, `sourceId=${b?.id}&place=9&limit=4`);
    expect(last).toMatchObject({ total: 10, next: null, chunks: [{ id: ids[19], place: 9 }] });
    expect(await ok('GET', `${id}/chunks/${ids[12]}`)).toMatchObject({ source: 'b.txt', place: 2, editId: null });
    expect(await call('GET', `${id}/chunks?after=x`)).toMatchObject({ status: 400 });
    expect(await call('GET', `${id}/chunks/${UNKNOWN}`)).toMatchObject({
      status: 404,
      body: { code: 'CHUNK_NOT_FOUND' },
    });
  });

  test('are searched by words and by metadata', async () => {
    const id = await fill();
    const search = async (query: string) => ContentMatchesSchema.parse(await ok('GET', `${id}/search?${query}`));
    expect((await search('words=beta%207')).chunks[0]?.pageContent).toMatch(/^Beta 7 /);
    const filter = encodeURIComponent(JSON.stringify({ 'loc.lines.from': 1 }));
    const found = await search(`filter=${filter}`);
    expect(found.chunks.map(({ pageContent }) => pageContent.slice(0, 7))).toEqual(['Alpha 0', 'Beta 0 ']);
    expect(found).toMatchObject({ searched: 20, next: null });
    expect((await search('words=nowhere')).chunks).toEqual([]);
    const { facets } = ContentFacetsSchema.parse(await ok('GET', `${id}/metadata`));
    expect(facets.map(({ key }) => key)).not.toContain('source');
  });

  test('an edited chunk stays edited when the same text is upserted again, and is undone', async () => {
    const id = await fill();
    const [, , chunk] = (await chunks(id)).chunks;
    const changed = await put(id, chunk?.id ?? '', { pageContent: 'Quokkas are edited by hand.' });
    expect(changed.chunk).toMatchObject({ pageContent: 'Quokkas are edited by hand.', chunkNo: 3, place: 2 });
    expect(changed.chunk?.editId).toBe(changed.editId);
    await again(id);
    const texts = await textsOf(id);
    expect(texts).toHaveLength(20);
    expect(texts[2]).toBe('Quokkas are edited by hand.');
    expect(await edits(id)).toMatchObject([{ edited: 'Quokkas are edited by hand.', isChanged: false, now: null }]);
    expect(await summary(id)).toMatchObject({ changedEdits: 0, otherEdits: 1 });
    const undone = ContentChangeSchema.parse(await ok('POST', `${id}/edits/${changed.editId}/undo`));
    expect(undone).toMatchObject({
      editId: null,
      chunk: { pageContent: chunk?.pageContent, metadata: chunk?.metadata },
    });
    expect(await edits(id)).toEqual([]);
    await again(id);
    expect((await textsOf(id))[2]).toBe(chunk?.pageContent);
  });

  test('changed metadata stays, over what is loaded', async () => {
    const id = await fill();
    const [chunk] = (await chunks(id)).chunks;
    const metadata = { ...chunk?.metadata, reviewed: true };
    await put(id, chunk?.id ?? '', { metadata });
    await again(id);
    expect((await chunks(id)).chunks[0]).toMatchObject({ metadata, pageContent: chunk?.pageContent });
  });

  test('a deleted chunk stays deleted until it is brought back', async () => {
    const id = await fill();
    const before = await textsOf(id);
    const [, chunk] = (await chunks(id)).chunks;
    const { editId } = ContentChangeSchema.parse(await ok('DELETE', `${id}/chunks/${chunk?.id}`));
    expect(await summary(id)).toMatchObject({ chunks: 19 });
    await again(id);
    expect(await textsOf(id)).toEqual(before.toSpliced(1, 1));
    await ok('POST', `${id}/edits/${editId}/undo`);
    expect((await textsOf(id)).toSorted()).toEqual(before.toSorted());
    await again(id);
    expect(await textsOf(id)).toEqual(before);
  });

  test('changes that come at once are all made', async () => {
    const id = await fill();
    const before = await textsOf(id);
    const [first, second, third, fourth] = (await chunks(id)).chunks;
    const { editId } = ContentChangeSchema.parse(await ok('DELETE', `${id}/chunks/${first?.id}`));
    await Promise.all([
      ok('POST', `${id}/edits/${editId}/undo`),
      ok('DELETE', `${id}/chunks/${second?.id}`),
      ok('DELETE', `${id}/chunks/${third?.id}`),
      put(id, fourth?.id ?? '', { pageContent: 'Quokkas smile.' }),
    ]);
    const wanted = before.toSpliced(1, 3, 'Quokkas smile.');
    expect((await textsOf(id)).toSorted()).toEqual(wanted.toSorted());
  });

  test('a removed source is brought back as it was', async () => {
    const id = await fill();
    const before = await textsOf(id);
    const [a] = await sources(id);
    const removed = RemovedSourceSchema.parse(await ok('DELETE', `${id}/sources/${a?.id}`));
    expect(removed).toMatchObject({ name: 'a.txt', chunks: 10 });
    expect(await summary(id)).toMatchObject({ sources: 1, chunks: 10 });
    expect(await ok('GET', `${id}/removed`)).toMatchObject([{ id: removed.id, name: 'a.txt' }]);
    DoneSchema.parse(await ok('POST', `${id}/removed/${removed.id}/restore`));
    expect(await textsOf(id)).toEqual(before);
    expect(await ok('GET', `${id}/removed`)).toEqual([]);
    await again(id);
    expect(await textsOf(id)).toEqual(before);
  });

  test('an edit whose passage has changed is decided', async () => {
    const id = await fill();
    const list = (await chunks(id)).chunks;
    await put(id, list[2]?.id ?? '', { pageContent: 'Mine of the third.' });
    await put(id, list[4]?.id ?? '', { pageContent: 'Mine of the fifth.' });
    await again(id, (text) => text.replace('Alpha 2 is', 'Alpha 2 was').replace('Alpha 4 is', 'Alpha 4 was'));
    expect(await summary(id)).toMatchObject({ changedEdits: 2, otherEdits: 0 });
    const [third, fifth] = await edits(id, 'changed=true');
    expect(third).toMatchObject({ edited: 'Mine of the third.', isChanged: true });
    expect(third?.now?.pageContent).toMatch(/^Alpha 2 was/);
    await ok('POST', `${id}/edits/${third?.id}/decide`, { keep: 'edit' });
    await ok('POST', `${id}/edits/${fifth?.id}/decide`, { keep: 'new' });
    expect(await summary(id)).toMatchObject({ changedEdits: 0 });
    const texts = await textsOf(id);
    expect(texts[2]).toBe('Mine of the third.');
    expect(texts[4]).toMatch(/^Alpha 4 was/);
    await again(id, (text) => text.replace('Alpha 2 is', 'Alpha 2 was').replace('Alpha 4 is', 'Alpha 4 was'));
    expect(await textsOf(id)).toEqual(texts);
  });

  /** Upserts the same files once more. */
  async function again(id: string, change: (text: string) => string = (text) => text): Promise<void> {
    const file = { name: 'a.txt', content: change(paragraphs(10, 'Alpha')) };
    if (kind === 'chatflow') {
      await suite.api.upsert(id, [file]);
      return;
    }
    const { loaders } = await suite.stores.store(id);
    const docId = loaders[0]?.id ?? '';
    await suite.stores.upsert(id, [file], { docId, replaceExisting: 'true' });
  }
});

test('an edited chunk of a chatflow is found at once, and its old text is not', async () => {
  const id = await filledFlow();
  const [chunk] = (await chunks(id)).chunks;
  await put(id, chunk?.id ?? '', { pageContent: 'Quokkas smile.' });
  const words = await suite.api.query(id, { query: 'quokkas', mode: 'keyword', topK: 3 });
  expect(words.docs.map(({ pageContent }) => pageContent)).toEqual(['Quokkas smile.']);
  const meaning = await suite.api.query(id, { query: 'Quokkas smile.', mode: 'vector', topK: 40 });
  expect(meaning.docs.map(({ pageContent }) => pageContent)).not.toContain(chunk?.pageContent);
  expect(meaning.docs).toHaveLength(20);
});

test('a text that a model would take minutes for is refused, unless the chunk has it already', async () => {
  const long = 'w'.repeat(100_001);
  const flow = makeFlow({ basepath: suite.fake.basepath, splitter: { chunkSize: 200_000, chunkOverlap: 0 } });
  const { id } = await suite.api.createFlow(flow);
  await suite.api.upload(id, [{ name: 'one-word.txt', content: long }], {});
  const [chunk] = (await chunks(id)).chunks;
  const refused = await call('PUT', `${id}/chunks/${chunk?.id}`, { pageContent: `${long}w` });
  expect(refused).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('at most 100000 characters') },
  });
  const { chunk: now } = await put(id, chunk?.id ?? '', {
    pageContent: long,
    metadata: { ...chunk?.metadata, kind: 'word' },
  });
  expect(now?.metadata).toMatchObject({ kind: 'word' });
  await put(id, now?.id ?? '', { pageContent: 'A short one.' });
  expect(await textsOf(id)).toEqual(['A short one.']);
});

test('without a record manager an edit holds too', async () => {
  const id = await filledFlow(null);
  const [chunk] = (await chunks(id)).chunks;
  const { editId } = await put(id, chunk?.id ?? '', { pageContent: 'Quokkas smile.' });
  expect(await textsOf(id)).toHaveLength(20);
  await suite.api.upsert(id, [{ name: 'a.txt', content: paragraphs(10, 'Alpha') }]);
  const texts = await textsOf(id);
  expect(texts.filter((text) => text === 'Quokkas smile.')).toHaveLength(2);
  expect(texts).not.toContain(chunk?.pageContent);
  expect(editId).not.toBeNull();
});

test('nothing to show is said: an unknown id, a flow without a vector store, nothing upserted yet', async () => {
  expect(await call('GET', UNKNOWN)).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
  const flow = makeFlow({ basepath: suite.fake.basepath, splitter: SPLITTER, records: INCREMENTAL });
  const { id } = await suite.api.createFlow(flow);
  expect(await summary(id)).toMatchObject({ sources: 0, chunks: 0 });
  expect(await chunks(id)).toEqual({ chunks: [], total: 0, next: null, previous: null });
});
