import { describe, expect, test } from 'vitest';
import { NewApiKeySchema } from '../../shared/api/apikeys.ts';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { DocumentStoreSchema } from '../../shared/api/document-stores.ts';
import { UpsertResultSchema } from '../../shared/api/vector.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { microsoftExcel } from '../../shared/nodes/documentloaders/microsoft-excel.ts';
import { microsoftPowerpoint } from '../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { makePptx, makeXlsx } from '../helpers/builders/sheet-fixtures.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

/** What Flowise 3.1.4 gets wrong over HTTP, found by calling it. Each works here. */

const suite = setUpApiSuite();

const SPLITTER = 'Recursive Character Text Splitter';
/** Sentences of 20 characters: 400 characters. */
const TEXT = Array.from({ length: 20 }, (_, index) => `Sentence number ${String(index).padStart(2, '0')}.`).join(' ');

const flow = (options: Parameters<typeof makeFlow>[0] = {}): FlowDocument =>
  makeFlow({ basepath: suite.fake.basepath, ...options });

const OFFICE_FILES = [
  { definition: microsoftExcel, name: 'birds.xlsx', content: makeXlsx },
  { definition: microsoftPowerpoint, name: 'birds.pptx', content: makePptx },
];

async function chunksOf(id: string) {
  return (await suite.api.query(id, { query: 'Sentence number', topK: 1000, mode: 'vector' })).docs;
}

describe('a multipart overrideConfig JSON field', () => {
  test('takes effect, where Flowise does not read it', async () => {
    const { id } = await suite.api.createFlow(
      flow(),
      makeApiConfig({ 'Text File': ['files', 'metadata'], [SPLITTER]: ['chunkSize', 'chunkOverlap'] }),
    );
    const overrideConfig = JSON.stringify({ chunkSize: 100, chunkOverlap: 0, metadata: { team: 'library' } });
    const result = await suite.api.upsert(id, [{ name: 'a.txt', content: TEXT }], { overrideConfig });
    expect(result.numAdded).toBeGreaterThan(3);
    expect(result).not.toHaveProperty('ignoredOverrides');
    for (const { pageContent, metadata } of await chunksOf(id)) {
      expect(pageContent.length).toBeLessThanOrEqual(100);
      expect(metadata).toMatchObject({ team: 'library', source: 'a.txt' });
    }
  });

  test('works beside the flat fields of older scripts', async () => {
    const { id } = await suite.api.createFlow(
      flow(),
      makeApiConfig({ 'Text File': ['files', 'metadata'], [SPLITTER]: ['chunkSize', 'chunkOverlap'] }),
    );
    const fields = { overrideConfig: '{"chunkOverlap":0}', chunkSize: '100', 'metadata[team]': 'library' };
    await suite.api.upsert(id, [{ name: 'a.txt', content: TEXT }], fields);
    for (const { pageContent, metadata } of await chunksOf(id)) {
      expect(pageContent.length).toBeLessThanOrEqual(100);
      expect(metadata).toMatchObject({ team: 'library' });
    }
  });
});

describe('uploads', () => {
  test.each(['files', 'txtFile'])(
    'enabled under the name %s reach the loader, where Flowise adds nothing',
    async (name) => {
      const { id } = await suite.api.createFlow(flow(), makeApiConfig({ 'Text File': [name] }));
      expect((await suite.api.upsert(id, [{ name: 'a.txt', content: TEXT }])).numAdded).toBe(1);
      expect((await chunksOf(id))[0]?.pageContent).toBe(TEXT);
    },
  );

  test('of a type that says nothing are taken by their names', async () => {
    const { id } = await suite.api.createFlow(flow());
    const body = new FormData();
    body.append('files', new Blob([TEXT], { type: 'application/octet-stream' }), 'a.txt');
    expect(await suite.api.call('POST', `/vector/upsert/${id}`, { body })).toMatchObject({
      status: 200,
      body: { numAdded: 1 },
    });
  });

  test('that no loader takes are refused, not answered with zeros', async () => {
    const { id } = await suite.api.createFlow(flow());
    expect(await suite.api.upload(id, [{ name: 'a.pdf', content: TEXT }])).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_FILE_TYPE' },
    });
  });

  test('of an old Office format are refused with what to save them as', async () => {
    const { id } = await suite.api.createFlow(flow({ loader: microsoftExcel }));
    for (const name of ['birds.xls', 'birds.xlsb']) {
      expect(await suite.api.upload(id, [{ name, content: makeXlsx() }])).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_FILE_TYPE', message: expect.stringContaining('save it as .xlsx') },
      });
    }
  });

  test.each(OFFICE_FILES)('named $name reach their loader, where Flowise hands them to another', async (office) => {
    const { definition, name, content } = office;
    const { id } = await suite.api.createFlow(
      flow({ loader: definition }),
      makeApiConfig({ [definition.label]: ['files'] }),
    );
    expect((await suite.api.upsert(id, [{ name, content: content() }])).numAdded).toBe(1);
    const { docs } = await suite.api.query(id, { query: 'heron', mode: 'keyword' });
    expect(docs[0]?.metadata.source).toBe(name);
  });
});

describe('overrides', () => {
  test.each([0, '0'])('chunkOverlap: %j is a value', async (chunkOverlap) => {
    const { id } = await suite.api.createFlow(
      flow({ splitter: { chunkSize: 1000, chunkOverlap: 200 } }),
      makeApiConfig({ 'Text File': ['files'], [SPLITTER]: ['chunkSize', 'chunkOverlap'] }),
    );
    await suite.api.upsert(id, [{ name: 'a.txt', content: TEXT }], {
      overrideConfig: JSON.stringify({ chunkSize: 100, chunkOverlap }),
    });
    const together = (await chunksOf(id)).reduce((sum, { pageContent }) => sum + pageContent.length, 0);
    expect(together).toBeLessThanOrEqual(TEXT.length);
  });

  test('an object that is not enabled has no effect, and the answer says so', async () => {
    const { id } = await suite.api.createFlow(flow(), makeApiConfig({ 'Text File': ['files'] }));
    const overrideConfig = JSON.stringify({ metadata: { q: 1 }, separators: { x: 1 } });
    const result = await suite.api.upsert(id, [{ name: 'a.txt', content: TEXT }], { overrideConfig });
    expect(result.ignoredOverrides?.toSorted()).toEqual(['metadata', 'separators']);
    for (const { metadata } of await chunksOf(id)) expect(metadata).not.toHaveProperty('q');
  });
});

test('POST /vector/upsert/ without an id is 404, and no flow runs', async () => {
  const { id } = await suite.api.createFlow(flow());
  for (const path of ['/vector/upsert/', '/vector/upsert']) {
    const answer = await suite.api.json('POST', path, {});
    expect(answer).toMatchObject({ status: 404, body: { success: false } });
  }
  expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
});

test('a wrong key on a bound flow is 401, the right one gets in', async () => {
  const makeKey = async () =>
    NewApiKeySchema.parse((await suite.api.json('POST', '/apikey', { keyName: 'Import' })).body);
  const [key, another] = [await makeKey(), await makeKey()];
  const { id } = await suite.api.createFlow(flow());
  await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
  const upload = (headers: Record<string, string>) =>
    suite.api.upload(id, [{ name: 'a.txt', content: TEXT }], {}, headers);
  for (const authorization of [`Bearer ${another.apiKey}`, 'Bearer nonsense', 'Bearer ', key.apiKey.slice(1)]) {
    expect(await upload({ authorization })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  }
  expect(await upload({})).toMatchObject({ status: 401 });
  expect(await upload({ authorization: `Bearer ${key.apiKey}` })).toMatchObject({ status: 200, body: { numAdded: 1 } });
});

test('two text files never share a source, so incremental clean-up of one leaves the other', async () => {
  const { id } = await suite.api.createFlow(flow({ records: { cleanup: 'incremental' } }));
  await suite.api.upsert(id, [{ name: 'a.txt', content: 'Sentence number one.' }]);
  await suite.api.upsert(id, [{ name: 'b.txt', content: 'Sentence number two.' }]);
  const changed = await suite.api.upsert(id, [{ name: 'a.txt', content: 'Sentence number three.' }]);
  expect(changed).toMatchObject({ numAdded: 1, numDeleted: 1 });
  const sources = (await chunksOf(id)).map(({ pageContent, metadata }) => `${metadata.source}: ${pageContent}`);
  expect(sources.toSorted()).toEqual(['a.txt: Sentence number three.', 'b.txt: Sentence number two.']);
});

test('a record manager works with the embedded store: the same again writes nothing', async () => {
  const { id } = await suite.api.createFlow(flow({ records: { cleanup: 'full' } }));
  const file = { name: 'a.txt', content: TEXT };
  expect(await suite.api.upsert(id, [file])).toMatchObject({ numAdded: 1, numSkipped: 0 });
  expect(await suite.api.upsert(id, [file])).toMatchObject({
    numAdded: 0,
    numDeleted: 0,
    numUpdated: 0,
    numSkipped: 1,
  });
  expect(await chunksOf(id)).toHaveLength(1);
});

test('a failed store upsert does not stay UPSERTING: the status goes back, with the reason, and the next one works', async () => {
  let isDown = true;
  const service = await startFakeOpenAI({
    reply: () => (isDown ? { status: 400, body: { error: { message: 'no such model' } } } : undefined),
  });
  try {
    const configs = {
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: service.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    };
    const created = await suite.api.json('POST', '/document-store/store', { name: 'A store', ...configs });
    const { id } = DocumentStoreSchema.parse(created.body);
    const read = async () => DocumentStoreSchema.parse((await suite.api.get(`/document-store/store/${id}`)).body);
    const upsert = () => {
      const body = new FormData();
      body.append('loader', '{"name":"textFile","config":{}}');
      body.append('files', new Blob([TEXT]), 'a.txt');
      return suite.api.call('POST', `/document-store/upsert/${id}`, { body });
    };
    expect(await upsert()).toMatchObject({ status: 502, body: { code: 'SERVICE_FAILED' } });
    const after = await read();
    expect(after.status).not.toMatch(/ING$/);
    expect(after.lastError?.code).toBe('SERVICE_FAILED');
    isDown = false;
    expect(await upsert()).toMatchObject({ status: 200, body: { numAdded: 1 } });
    expect(await read()).toMatchObject({ status: 'UPSERTED', lastError: null });
  } finally {
    await service.close();
  }
});

test('the four counts are numbers without a record manager, too', async () => {
  const { id } = await suite.api.createFlow(flow());
  const answer = await suite.api.upload(id, [{ name: 'a.txt', content: TEXT }]);
  const { numAdded, numDeleted, numUpdated, numSkipped } = UpsertResultSchema.parse(answer.body);
  expect([numAdded, numDeleted, numUpdated, numSkipped]).toEqual([1, 0, 0, 0]);
});

test('POST /chatflows without type makes a CHATFLOW', async () => {
  const answer = await suite.api.json('POST', '/chatflows', { name: 'No type', flowData: '{"nodes":[],"edges":[]}' });
  expect(answer.status).toBe(200);
  expect(ChatflowSchema.parse(answer.body).type).toBe('CHATFLOW');
});
