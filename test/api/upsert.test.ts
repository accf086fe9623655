import { describe, expect, test } from 'vitest';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const SPLITTER = { chunkSize: 200, chunkOverlap: 0 };

/** Twenty paragraphs of one line each, so that a chunk is a paragraph and lines do not move when one is changed. */
function makeParagraphs(): string[] {
  return (
    makeEnglishText(4000, 11)
      .replaceAll('\n\n', ' ')
      .match(/.{150}/g)
      ?.slice(0, 20)
      .map((text, index) => `Paragraph ${index} ${text}`) ?? []
  );
}

async function newFlow(records?: Record<string, unknown>, apiConfig?: string): Promise<string> {
  const flow = makeFlow({
    basepath: suite.fake.basepath,
    splitter: SPLITTER,
    ...(records === undefined ? {} : { records }),
  });
  return (await suite.api.createFlow(flow, apiConfig)).id;
}

const INCREMENTAL = { cleanup: 'incremental' };

describe('with a record manager', () => {
  test('the same file again is skipped whole, and nothing is embedded', async () => {
    const id = await newFlow(INCREMENTAL);
    const file = { name: 'a.txt', content: makeParagraphs().join('\n\n') };
    const first = await suite.api.upsert(id, [file]);
    expect(first).toMatchObject({ numAdded: 20, numDeleted: 0, numUpdated: 0, numSkipped: 0, totalKeys: 20 });
    const textsBefore = suite.fake.texts;
    const second = await suite.api.upsert(id, [file]);
    expect(second).toMatchObject({ numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 20, totalKeys: 20 });
    expect(suite.fake.texts).toBe(textsBefore);
  });

  test('one paragraph changed: only its chunk is added and its old one deleted', async () => {
    const id = await newFlow(INCREMENTAL);
    const paragraphs = makeParagraphs();
    await suite.api.upsert(id, [{ name: 'a.txt', content: paragraphs.join('\n\n') }]);
    // As long as the old one, so that it fills a chunk of its own and the others stay where they are.
    const length = paragraphs[7]?.length ?? 0;
    const text = `Now this says something else ${'and goes on '.repeat(10)}`
      .slice(0, length)
      .trim()
      .padEnd(length, '.');
    const changed = paragraphs.with(7, text);
    const result = await suite.api.upsert(id, [{ name: 'a.txt', content: changed.join('\n\n') }]);
    expect(result).toMatchObject({ numAdded: 1, numDeleted: 1, numUpdated: 0, numSkipped: 19 });
    const answer = await suite.api.query(id, { query: 'something else', mode: 'keyword', topK: 50 });
    expect(answer.docs.map((doc) => doc.pageContent)).toContain(changed[7]);
    const old = await suite.api.query(id, { query: 'Paragraph 7', mode: 'vector', topK: 50 });
    expect(old.docs.some((doc) => doc.pageContent.startsWith('Paragraph 7 '))).toBe(false);
  });

  test('one paragraph longer than before: those behind it get their new places without being embedded again', async () => {
    const id = await newFlow(INCREMENTAL);
    const paragraphs = makeParagraphs();
    await suite.api.upsert(id, [{ name: 'a.txt', content: paragraphs.join('\n\n') }]);
    const textsBefore = suite.fake.texts;
    const changed = paragraphs.with(7, `${paragraphs[7]} More.`).join('\n\n');
    const result = await suite.api.upsert(id, [{ name: 'a.txt', content: changed }]);
    expect(result).toMatchObject({ numAdded: 1, numDeleted: 1, numUpdated: 0, numSkipped: 19 });
    expect(suite.fake.texts).toBe(textsBefore + 1);
    const { docs } = await suite.api.query(id, { query: 'Paragraph', topK: 50 });
    expect(docs).toHaveLength(20);
    for (const { metadata, pageContent } of docs) {
      const { offset } = metadata.loc as { offset: { from: number; to: number } };
      expect(changed.slice(offset.from, offset.to)).toBe(pageContent);
    }
  });

  test('two files of one flow never clean up each other, neither in one call nor in two', async () => {
    const id = await newFlow(INCREMENTAL);
    const [one, two] = [makeParagraphs().slice(0, 10), makeParagraphs().slice(10)];
    const both = [
      { name: 'one.txt', content: one.join('\n\n') },
      { name: 'two.txt', content: two.join('\n\n') },
    ];
    expect(await suite.api.upsert(id, both)).toMatchObject({ numAdded: 20, numDeleted: 0 });
    expect(await suite.api.upsert(id, both.slice(0, 1))).toMatchObject({
      numSkipped: 10,
      numDeleted: 0,
      totalKeys: 20,
    });
    expect(await suite.api.upsert(id, both.slice(1))).toMatchObject({ numSkipped: 10, numDeleted: 0, totalKeys: 20 });
  });

  test('equal texts in two files are both kept, and embedded once', async () => {
    const id = await newFlow(INCREMENTAL);
    const content = `Unique to this test ${makeParagraphs().slice(0, 3).join('\n\n')}`;
    const textsBefore = suite.fake.texts;
    const result = await suite.api.upsert(id, [
      { name: 'x.txt', content },
      { name: 'y.txt', content },
    ]);
    expect(result.numAdded).toBe(6);
    const again = await suite.api.query(id, { query: 'Unique', mode: 'keyword', topK: 10 });
    expect(new Set(again.docs.map((doc) => doc.metadata.source))).toEqual(new Set(['x.txt', 'y.txt']));
    expect(suite.fake.texts - textsBefore).toBeLessThanOrEqual(3);
  });

  test.each([
    ['flat', { team: 'red' }, { team: 'blue' }],
    ['nested', { about: { owner: { name: 'Ada' } } }, { about: { owner: { name: 'Grace' } } }],
    ['of a key without letters', { '': 'a' }, { '': 'b' }],
  ])('metadata changed only (%s): updated in place, nothing embedded again', async (_name, before, after) => {
    const id = await newFlow(INCREMENTAL, makeApiConfig({ 'Text File': ['files', 'metadata'] }));
    const file = { name: 'a.txt', content: makeParagraphs().join('\n\n') };
    const send = (metadata: object) => suite.api.upsert(id, [file], { overrideConfig: JSON.stringify({ metadata }) });
    expect(await send(before)).toMatchObject({ numAdded: 20 });
    const textsBefore = suite.fake.texts;
    expect(await send(after)).toMatchObject({ numAdded: 0, numUpdated: 20, numSkipped: 0, numDeleted: 0 });
    expect(suite.fake.texts).toBe(textsBefore);
    const { docs } = await suite.api.query(id, { query: 'Paragraph 3', mode: 'vector', topK: 1 });
    expect(docs[0]?.metadata).toMatchObject(after);
    expect(await send(after)).toMatchObject({ numUpdated: 0, numSkipped: 20 });
  });

  test('a chunk repeated inside one source is stored once and counted as skipped', async () => {
    const id = await newFlow(INCREMENTAL);
    const paragraphs = makeParagraphs().slice(0, 5);
    const content = [...paragraphs, ...paragraphs].join('\n\n');
    expect(await suite.api.upsert(id, [{ name: 'a.txt', content }])).toMatchObject({
      numAdded: 5,
      numSkipped: 5,
      totalKeys: 5,
    });
    expect(await suite.api.upsert(id, [{ name: 'a.txt', content }])).toMatchObject({
      numAdded: 0,
      numUpdated: 0,
      numSkipped: 10,
    });
  });

  test('clean-up full deletes all that the run did not produce', async () => {
    const id = await newFlow({ cleanup: 'full' });
    const paragraphs = makeParagraphs();
    await suite.api.upsert(id, [{ name: 'one.txt', content: paragraphs.join('\n\n') }]);
    const result = await suite.api.upsert(id, [{ name: 'two.txt', content: 'Only this is left.' }]);
    expect(result).toMatchObject({ numAdded: 1, numDeleted: 20, totalKeys: 1 });
  });

  test('clean-up none deletes nothing', async () => {
    const id = await newFlow({ cleanup: 'none' });
    await suite.api.upsert(id, [{ name: 'one.txt', content: 'First words.' }]);
    expect(await suite.api.upsert(id, [{ name: 'one.txt', content: 'Other words.' }])).toMatchObject({
      numDeleted: 0,
      totalKeys: 2,
    });
  });

  test('a run that fails cleans nothing up', async () => {
    const id = await newFlow({ cleanup: 'full' });
    await suite.api.upsert(id, [{ name: 'one.txt', content: 'These words stay.' }]);
    const answer = await suite.api.upload(id, [{ name: 'two.txt', content: '' }]);
    expect(answer.status).toBe(400);
    const { docs } = await suite.api.query(id, { query: 'words', mode: 'keyword' });
    expect(docs.map((doc) => doc.pageContent)).toEqual(['These words stay.']);
  });

  test('many upserts of one flow at once all succeed', async () => {
    const id = await newFlow(INCREMENTAL);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        suite.api.upsert(id, [{ name: `file-${index}.txt`, content: `Text number ${index}.` }]),
      ),
    );
    expect(results.map((result) => result.numAdded)).toEqual(Array.from({ length: 20 }, () => 1));
  });
});

describe('without a record manager', () => {
  test('every call adds', async () => {
    const id = await newFlow();
    const file = { name: 'a.txt', content: makeParagraphs().slice(0, 4).join('\n\n') };
    const counts = { numAdded: 4, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
    expect(await suite.api.upsert(id, [file])).toMatchObject(counts);
    expect(await suite.api.upsert(id, [file])).toMatchObject(counts);
    expect((await suite.api.query(id, { query: 'Paragraph', mode: 'vector', topK: 50 })).docs).toHaveLength(8);
  });
});

describe('the answer', () => {
  test('source documents come only when enabled and asked for, with the ids that a query gives', async () => {
    const apiConfig = makeApiConfig({ 'Text File': ['files', 'returnSourceDocuments'] });
    const id = await newFlow(INCREMENTAL, apiConfig);
    const file = { name: 'a.txt', content: 'Some words about otters.' };
    expect(await suite.api.upsert(id, [file])).not.toHaveProperty('sourceDocuments');
    const asked = await suite.api.upsert(id, [file], { returnSourceDocuments: 'true' });
    const { docs } = await suite.api.query(id, { query: 'otters' });
    expect(asked.sourceDocuments).toEqual([
      {
        id: docs[0]?.id,
        pageContent: 'Some words about otters.',
        metadata: { loc: { lines: { from: 1, to: 1 }, offset: { from: 0, to: 24 } }, source: 'a.txt' },
      },
    ]);
  });

  test('an override that is not enabled has no effect and is listed', async () => {
    const id = await newFlow(INCREMENTAL);
    const file = { name: 'a.txt', content: makeParagraphs().join('\n\n') };
    const result = await suite.api.upsert(id, [file], {
      overrideConfig: JSON.stringify({ chunkSize: 50, metadata: { a: 1 } }),
    });
    expect(result).toMatchObject({ numAdded: 20, ignoredOverrides: ['chunkSize', 'metadata'] });
  });

  test('enabled overrides take effect: as JSON field, as single fields, per node id, and a chunk overlap of 0', async () => {
    const apiConfig = makeApiConfig({
      'Text File': ['files', 'metadata'],
      'Recursive Character Text Splitter': ['chunkSize', 'chunkOverlap'],
    });
    const file = { name: 'a.txt', content: makeEnglishText(3000, 5) };
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      splitter: { chunkSize: 1000, chunkOverlap: 200 },
      records: INCREMENTAL,
    });
    const overrides = [
      { overrideConfig: JSON.stringify({ chunkSize: 100, chunkOverlap: 0, metadata: { team: 'red' } }) },
      { chunkSize: '100', chunkOverlap: '0', 'metadata[team]': 'red' },
      {
        overrideConfig: JSON.stringify({
          chunkSize: { recursiveCharacterTextSplitter_0: 100 },
          chunkOverlap: 0,
          metadata: { team: 'red' },
        }),
      },
    ];
    for (const fields of overrides) {
      const { id } = await suite.api.createFlow(flow, apiConfig);
      const result = await suite.api.upsert(id, [file], fields);
      expect(result.numAdded).toBeGreaterThan(30);
      expect(result).not.toHaveProperty('ignoredOverrides');
      const { docs } = await suite.api.query(id, { query: 'x', mode: 'vector', topK: 1 });
      expect(docs[0]?.metadata).toMatchObject({ team: 'red', source: 'a.txt' });
    }
  });

  test('a call without files runs on the files that the flow keeps', async () => {
    const stored = `data:text/plain;base64,${Buffer.from('Kept in the flow.').toString('base64')},filename:kept.txt`;
    const flow = makeFlow({ basepath: suite.fake.basepath, loaderInputs: { txtFile: stored }, records: INCREMENTAL });
    const { id } = await suite.api.createFlow(flow);
    const answer = await suite.api.json('POST', `/vector/upsert/${id}`, {});
    expect(answer).toMatchObject({ status: 200, body: { numAdded: 1 } });
    const { docs } = await suite.api.query(id, { query: 'kept', mode: 'keyword' });
    expect(docs[0]?.metadata).toMatchObject({ source: 'kept.txt' });
  });
});
