import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RunFileListSchema } from '../../shared/api/run-files.ts';
import { UpsertResultSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import type { UploadedFile } from '../helpers/servers/api-client.ts';
import { fields, setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite({ dimensions: 8 });
const GOOD: UploadedFile = { name: 'good.txt', content: 'Good words.' };
const SOUND: UploadedFile = { name: 'data.json', content: '{"word": "sound"}' };
/** Looks fine, and shows in reading that it is not. */
const BROKEN: UploadedFile = { name: 'data.json', content: '{"word": ' };
/** Can be seen to be bad before it is read. */
const FAKE: UploadedFile = { name: 'fake.pdf', content: 'just text' };
const SKIP = { skipFailedFiles: 'true' };

async function newFlow(records: Record<string, unknown> = { cleanup: 'full' }): Promise<string> {
  const loader = nodeDefinitions.fileLoader;
  return (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, loader, records }))).id;
}

async function contentsOf(id: string): Promise<string[]> {
  const { docs } = await suite.api.query(id, { query: 'words', topK: 100 });
  return docs.map(({ pageContent }) => pageContent).sort();
}

describe('an upsert of a flow that leaves out files that can not be read', () => {
  test('stores the others and lists them in the answer, the run and the history', async () => {
    const id = await newFlow();
    const result = await suite.api.upsert(id, [BROKEN, GOOD, FAKE], SKIP);
    const failedFiles = [
      { name: 'data.json', code: 'FILE_CORRUPT', message: expect.stringContaining('data.json') },
      { name: 'fake.pdf', code: 'UNSUPPORTED_FILE_TYPE', message: expect.stringContaining('fake.pdf') },
    ];
    expect(result).toMatchObject({ numAdded: 1, failedFiles });
    expect(await suite.api.run(result.runId)).toMatchObject({ status: 'FINISHED', result: { failedFiles } });
    expect((await suite.api.get(`/upsert-history/${id}`)).body).toMatchObject([{ result: { failedFiles } }]);
    expect(await contentsOf(id)).toEqual(['Good words.']);
  });

  test('leaves out a file that no loader takes', async () => {
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records: {} }));
    const photo = { name: 'photo.png', content: 'pixels' };
    const failedFiles = [{ name: 'photo.png', code: 'UNSUPPORTED_FILE_TYPE' }];
    expect(await suite.api.upsert(id, [photo, GOOD], SKIP)).toMatchObject({ numAdded: 1, failedFiles });
    expect(await suite.api.upload(id, [photo], SKIP)).toMatchObject({ status: 415 });
  });

  test('keeps what was stored of them through a full clean-up, and takes them when they are sent again', async () => {
    const id = await newFlow();
    await suite.api.upsert(id, [SOUND, GOOD, { name: 'gone.txt', content: 'Words that go.' }]);
    expect(await suite.api.upsert(id, [BROKEN, GOOD], SKIP)).toMatchObject({
      numDeleted: 1,
      numSkipped: 1,
      totalKeys: 2,
      failedFiles: [{ name: 'data.json' }],
    });
    expect(await contentsOf(id)).toHaveLength(2);
    const mended = { name: 'data.json', content: '{"word": "mended"}' };
    const again = await suite.api.upsert(id, [mended, GOOD], SKIP);
    expect(again).toMatchObject({ numAdded: 1, numDeleted: 1, numSkipped: 1 });
    expect(again).not.toHaveProperty('failedFiles');
  });

  test('is foreseen by a dry run', async () => {
    const id = await newFlow();
    await suite.api.upsert(id, [SOUND, GOOD]);
    const { body } = await suite.api.call('POST', `/vector/upsert/${id}?dryRun=true`, { body: formOf([BROKEN, GOOD]) });
    expect(body).toMatchObject({ numDeleted: 0, numSkipped: 1, failedFiles: [{ name: 'data.json' }] });
  });

  test.each([
    ['in reading', [BROKEN, { ...BROKEN, name: 'more.json' }]],
    ['at a look', [FAKE, { ...FAKE, name: 'more.pdf' }]],
    ['in both', [FAKE, BROKEN]],
  ])('fails when none can be read, %s, and changes nothing', async (_, files) => {
    const id = await newFlow();
    await suite.api.upsert(id, [GOOD]);
    const { status, body } = await suite.api.upload(id, files, SKIP);
    const names = files.map(({ name }) => expect.objectContaining({ name }));
    expect({ status, body }).toMatchObject({ status: expect.toSatisfy((code: number) => code >= 400 && code < 500) });
    expect(body).toMatchObject({ nodeId: 'fileLoader_0', details: { files: expect.arrayContaining(names) } });
    expect(await contentsOf(id)).toEqual(['Good words.']);
  });

  test('is what a call asks for: without it the first bad file ends the run', async () => {
    const id = await newFlow();
    for (const skip of [{}, { skipFailedFiles: 'false' }, { skipFailedFiles: '' }]) {
      expect(await suite.api.upload(id, [GOOD, BROKEN], skip)).toMatchObject({ body: { code: 'FILE_CORRUPT' } });
    }
    const wrong = await suite.api.upload(id, [GOOD], { skipFailedFiles: 'maybe' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await suite.api.upsert(id, [GOOD], SKIP)).not.toHaveProperty('ignoredOverrides');
  });

  test('may be asked for in JSON, for files that the flow keeps', async () => {
    const kept = (name: string, content: string) =>
      `data:text/plain;base64,${Buffer.from(content).toString('base64')},filename:${name}`;
    const files = JSON.stringify([kept('good.txt', 'Good words.'), kept('data.json', '{')]);
    const loader = nodeDefinitions.fileLoader;
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      loader,
      loaderInputs: { [loader.upload?.param ?? '']: files },
    });
    const { id } = await suite.api.createFlow(flow);
    const call = (body: object) => suite.api.json('POST', `/vector/upsert/${id}`, body);
    expect(await call({})).toMatchObject({ body: { code: 'FILE_CORRUPT' } });
    const failedFiles = [{ name: 'data.json' }];
    expect(await call({ skipFailedFiles: true })).toMatchObject({ status: 200, body: { numAdded: 1, failedFiles } });
  });
});

function formOf(files: readonly UploadedFile[]): FormData {
  const form = new FormData();
  form.append('skipFailedFiles', 'true');
  for (const { name, content } of files) form.append('files', new Blob([String(content)]), name);
  return form;
}

describe('an upsert of a document store that leaves out files that can not be read', () => {
  const anyFile = { ...fields, loader: JSON.stringify({ name: 'fileLoader', config: {} }), ...SKIP };

  test('stores the others, and keeps what was stored of a file that fails now', async () => {
    const id = await suite.newStore({
      recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'full' } },
    });
    const { docId = '' } = await suite.stores.upsert(id, [SOUND, GOOD], anyFile);
    const again = { ...anyFile, docId, replaceExisting: 'true' };
    expect(await suite.stores.upsert(id, [BROKEN, GOOD, FAKE], again)).toMatchObject({
      numAdded: 0,
      numDeleted: 0,
      numSkipped: 2,
      failedFiles: [{ name: 'data.json', code: 'FILE_CORRUPT' }, { name: 'fake.pdf' }],
    });
    const mended = { name: 'data.json', content: '{"word": "mended"}' };
    expect(await suite.stores.upsert(id, [mended, GOOD], again)).toMatchObject({ numAdded: 1, numDeleted: 1 });
  });

  test('is foreseen by a dry run', async () => {
    const id = await suite.newStore();
    const answer = await suite.stores.upload(`/upsert/${id}?dryRun=true`, [BROKEN, GOOD], anyFile);
    expect(answer.body).toMatchObject({ numAdded: 1, failedFiles: [{ name: 'data.json' }] });
  });

  test('leaves out a file that its loader does not take', async () => {
    const id = await suite.newStore();
    const photo = { name: 'photo.png', content: 'pixels' };
    const failedFiles = [{ name: 'photo.png', code: 'UNSUPPORTED_FILE_TYPE' }];
    expect(await suite.stores.upsert(id, [photo, GOOD], { ...fields, ...SKIP })).toMatchObject({
      numAdded: 1,
      failedFiles,
    });
  });

  test('fails when none can be read, and is undone', async () => {
    const id = await suite.newStore();
    const more = { ...BROKEN, name: 'more.json' };
    expect(await suite.stores.upload(`/upsert/${id}`, [BROKEN, more], anyFile)).toMatchObject({
      body: { code: 'FILE_CORRUPT', details: { files: [{ name: 'data.json' }, { name: 'more.json' }] } },
    });
    expect((await suite.stores.store(id)).loaders).toEqual([]);
  });
});

describe('a file that is read but for a part', () => {
  const LINES: UploadedFile = { name: 'lines.jsonl', content: '{"a": 1}\n{"b": \n{"c": 3}\n' };
  const part = {
    name: 'lines.jsonl',
    code: 'FILE_CORRUPT',
    message: expect.stringContaining('line 2'),
    isPartial: true,
  };
  const said = async (runId: string) => {
    const { files } = RunFileListSchema.parse((await suite.api.get(`/runs/${runId}/files`)).body);
    return { files, counts: (await suite.api.run(runId)).progress?.files };
  };
  const isRead = {
    files: [{ name: 'lines.jsonl', state: 'stored', added: 2, error: { message: expect.stringContaining('line 2') } }],
    counts: { total: 1, stored: 1, failed: 0 },
  };

  test.each([[{}], [SKIP]])(
    'of an upload counts as read, says what is missing, and keeps its original: %j',
    async (skip) => {
      const id = await newFlow();
      const result = await suite.api.upsert(id, [LINES], skip);
      expect(result).toMatchObject({ numAdded: 2, failedFiles: [part] });
      expect(await said(result.runId)).toMatchObject(isRead);
      const original = await suite.api.get(`/originals/${id}/source?source=lines.jsonl`);
      expect(original).toMatchObject({ status: 200, body: { place: 'kept' } });
    },
  );

  test('of a folder, and of a document store, too', async () => {
    const folder = makeTemporaryFolder();
    onTestFinished(() => folder.remove());
    writeFileSync(join(folder.path, LINES.name), LINES.content);
    const loader = { name: 'folderFiles', config: { folderPath: folder.path } };
    const flow = makeFlow({
      basepath: suite.fake.basepath,
      loader: nodeDefinitions.folderFiles,
      loaderInputs: loader.config,
    });
    const { id } = await suite.api.createFlow(flow);
    const { body } = await suite.api.json('POST', `/vector/upsert/${id}`, {});
    expect(body).toMatchObject({ numAdded: 2, failedFiles: [part] });
    expect(await said(UpsertResultSchema.parse(body).runId)).toMatchObject(isRead);

    const storeId = await suite.newStore();
    const upserted = await suite.stores.upsertJson(storeId, { loader });
    expect(await said(upserted.runId)).toMatchObject(isRead);
    expect((await suite.stores.store(storeId)).loaders).toMatchObject([{ failedFiles: [part] }]);
    const { body: stores } = await suite.api.get('/document-store/summaries');
    expect(stores).toEqual(expect.arrayContaining([expect.objectContaining({ id: storeId, failedFiles: 0 })]));
  });
});
