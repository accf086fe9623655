import { expect, test } from 'vitest';
import { DocumentStoreSummariesSchema } from '../../shared/api/document-store-summaries.ts';
import { DryRunResultSchema } from '../../shared/api/dry-run.ts';
import { lines, SPLITTER, setUpDocumentStoreSuite, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();

async function difference(body: object) {
  const answer = await suite.stores.json('POST', '/loader/difference', body);
  expect(answer.status).toBe(200);
  return DryRunResultSchema.parse(answer.body);
}

test('the same settings change nothing, and other ones say which chunks come and go', async () => {
  const { id: storeId, docId: id } = await suite.filledStore(6);
  expect(await difference({ storeId, id })).toMatchObject({ numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 6 });

  const splitter = { name: SPLITTER.name, config: { chunkSize: 220, chunkOverlap: 0 } };
  const changed = await difference({ storeId, id, splitter });
  expect(changed).toMatchObject({ dryRun: true, numAdded: 3, numDeleted: 6, numSkipped: 0, truncated: false });
  expect(changed.added).toHaveLength(3);
  expect(changed.deleted[0]?.pageContent).toContain('Paragraph 0');

  // Nothing is written by that.
  expect(await suite.stores.chunks(storeId, id)).toMatchObject({ count: 6 });
});

test('other files are compared with the stored ones; chunks that stay are counted', async () => {
  const { id: storeId, docId: id } = await suite.filledStore(3);
  const { chunks } = await suite.stores.chunks(storeId, id);
  const [first, second] = chunks.map(({ pageContent }) => pageContent);
  const answer = await suite.stores.upload(
    '/loader/difference',
    [{ name: 'a.txt', content: [first, second, 'Something that was not there.'].join('\n\n') }],
    {
      storeId,
      id,
      splitter: JSON.stringify({ name: SPLITTER.name, config: { chunkSize: 100, chunkOverlap: 0 } }),
    },
  );
  const result = DryRunResultSchema.parse(answer.body);
  expect(result).toMatchObject({ numAdded: 1, numDeleted: 1, numSkipped: 2 });
  expect(result.added.map(({ pageContent }) => pageContent)).toEqual(['Something that was not there.']);
});

test('metadata that is added counts as an update of each chunk', async () => {
  const { id: storeId, docId: id } = await suite.filledStore(3);
  const loader = { name: TEXT_LOADER.name, config: { metadata: { team: 'sales' } } };
  const result = await difference({ storeId, id, loader });
  expect(result).toMatchObject({ numUpdated: 3, numAdded: 0, numDeleted: 0 });
  expect(result.updated[0]?.metadata).toMatchObject({ team: 'sales' });
});

test('a loader that is not loaded yet would add all its chunks, before the store has a vector store', async () => {
  const store = await suite.stores.create({ name: 'Without parts' });
  const id = await suite.saveLoader(store.id);
  expect(await difference({ storeId: store.id, id })).toMatchObject({ numAdded: 5, numDeleted: 0 });
});

test('what is missing or wrong is said', async () => {
  const { id: storeId } = await suite.filledStore(1);
  const without = await suite.stores.json('POST', '/loader/difference', { storeId, loader: TEXT_LOADER });
  expect(without.body).toMatchObject({ code: 'INVALID_INPUT', details: { path: 'id' } });
  const none = await suite.stores.json('POST', '/loader/difference', { storeId, id: storeId });
  expect(none.body).toMatchObject({ code: 'LOADER_NOT_FOUND' });
});

test('the list of stores says what is in them without listing their files', async () => {
  const { id } = await suite.filledStore(4);
  const empty = await suite.newStore({ name: 'Nothing yet' });
  const answer = await suite.stores.get('/summaries');
  const summaries = DocumentStoreSummariesSchema.parse(answer.body);
  const filled = summaries.find((one) => one.id === id);
  expect(filled).toMatchObject({ status: 'UPSERTED', loaders: 1, files: 1, failedFiles: 0, totalChunks: 4 });
  expect(filled?.lastRun).toMatchObject({ status: 'FINISHED', result: { numAdded: 4 } });
  expect(summaries.find((one) => one.id === empty)).toMatchObject({ status: 'EMPTY', loaders: 0, lastRun: null });
});

test('a loader says which of its files its last load could not read, until it can', async () => {
  const id = await suite.newStore();
  const saved = await suite.stores.upload(
    '/loader/save',
    [
      { name: 'good.txt', content: lines(2) },
      { name: 'bad.docx', content: 'no document' },
    ],
    { storeId: id, loader: JSON.stringify({ name: 'fileLoader', config: {} }) },
  );
  expect(saved.status).toBe(200);
  await suite.stores.upsertJson(id, { skipFailedFiles: true });
  const [loader] = (await suite.stores.store(id)).loaders;
  expect(loader?.failedFiles).toMatchObject([{ name: 'bad.docx', code: 'UNSUPPORTED_FILE_TYPE' }]);

  // Reading it again tries its kept files once more.
  const again = await suite.stores.upsertJson(id, {
    docId: loader?.id,
    replaceExisting: true,
    skipFailedFiles: true,
  });
  expect(again).toMatchObject({ numSkipped: 1, failedFiles: [{ name: 'bad.docx' }] });

  await suite.stores.upload('/loader/save', [{ name: 'good.txt', content: lines(2) }], {
    storeId: id,
    id: loader?.id ?? '',
    loader: JSON.stringify({ name: 'fileLoader', config: {} }),
  });
  await suite.stores.upsertJson(id, { skipFailedFiles: true });
  expect((await suite.stores.store(id)).loaders[0]?.failedFiles).toBeUndefined();
});
