import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UpsertResultSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { setUpLocalSite } from '../helpers/fakes/local-site-suite.ts';
import { setUpDocumentStoreSuite } from '../helpers/servers/document-store-suite.ts';
import { page } from '../helpers/servers/read-site-suite.ts';

const suite = setUpDocumentStoreSuite({ dimensions: 8 });
const site = setUpLocalSite({
  '/': page('Home', '/a', '/b'),
  '/a': page('A', '/a/deep'),
  '/a/deep': page('Deep'),
  '/b': page('B'),
});
const DOWN = { status: 500, body: 'down' };
const GONE = { status: 404, body: 'gone' };

const scraper = (method: string) => ({
  url: `${site.origin}/`,
  relativeLinksMethod: method,
  allowLocalNetwork: true,
  delay: 0,
});

/** A flow that reads the site. @returns a function that runs it */
async function siteFlow(method: 'page' | 'webCrawl', records?: Record<string, unknown>) {
  const { id } = await suite.api.createFlow(
    makeFlow({
      basepath: suite.fake.basepath,
      loader: nodeDefinitions.cheerioWebScraper,
      loaderInputs: scraper(method),
      ...(records === undefined ? {} : { records }),
    }),
  );
  const run = () => suite.api.json('POST', `/vector/upsert/${id}`, {});
  const sources = async () => {
    const { docs } = await suite.api.query(id, { query: 'Text', topK: 100 });
    return [...new Set(docs.map(({ metadata }) => new URL(String(metadata.source)).pathname))].sort();
  };
  return { id, run, sources };
}

describe('a site that is down', () => {
  test.each([
    ['with records', { cleanup: 'full' }],
    ['without records', undefined],
  ])('fails the run with 502 and changes nothing, %s', async (_, records) => {
    const { id, run, sources } = await siteFlow('webCrawl', records);
    expect((await run()).status).toBe(200);
    site.setPages({ '/': DOWN });
    const answer = await run();
    expect(answer).toMatchObject({ status: 502, body: { code: 'SERVICE_FAILED', nodeId: 'cheerioWebScraper_0' } });
    expect(await sources()).toEqual(['/', '/a', '/a/deep', '/b']);
    expect((await suite.api.get(`/runs?chatflowId=${id}&limit=1`)).body).toMatchObject([{ status: 'FAILED' }]);
  });

  test('fails a single page too, whatever an earlier run has read of it', async () => {
    const { run } = await siteFlow('page');
    expect((await run()).status).toBe(200);
    site.setPages({ '/': DOWN });
    expect((await run()).status).toBe(502);
  });
});

describe('pages of a crawl that fail', () => {
  test('are listed in the answer, the run and the history', async () => {
    site.setPages({ '/a': DOWN });
    const { id, run } = await siteFlow('webCrawl', {});
    const { status, body } = await run();
    const failedFiles = [{ name: `${site.origin}/a`, code: 'SERVICE_FAILED', message: expect.stringContaining('500') }];
    expect({ status, body }).toMatchObject({ status: 200, body: { failedFiles } });
    const { runId } = UpsertResultSchema.parse(body);
    expect(await suite.api.run(runId)).toMatchObject({ status: 'FINISHED', result: { failedFiles } });
    expect((await suite.api.get(`/upsert-history/${id}`)).body).toMatchObject([{ result: { failedFiles } }]);
  });

  test('and what they lead to are not cleaned up', async () => {
    const { run, sources } = await siteFlow('webCrawl', { cleanup: 'full' });
    await run();
    site.setPages({ '/a': DOWN });
    expect((await run()).body).toMatchObject({ numDeleted: 0 });
    expect(await sources()).toEqual(['/', '/a', '/a/deep', '/b']);
  });

  test('are cleaned up when they are gone for good', async () => {
    const { run, sources } = await siteFlow('webCrawl', { cleanup: 'full' });
    await run();
    site.setPages({ '/a': GONE });
    const { body } = await run();
    expect(body).toMatchObject({ numDeleted: 2 });
    expect(body).not.toHaveProperty('failedFiles');
    expect(await sources()).toEqual(['/', '/b']);
  });

  test('are foreseen by a dry run', async () => {
    const { id, run } = await siteFlow('webCrawl', { cleanup: 'full' });
    await run();
    site.setPages({ '/a': DOWN });
    const { body } = await suite.api.json('POST', `/vector/upsert/${id}?dryRun=true`, {});
    expect(body).toMatchObject({ numDeleted: 0, failedFiles: [{ name: `${site.origin}/a` }] });
  });

  test('keep their chunks in a document store', async () => {
    const id = await suite.newStore();
    const loader = { name: 'cheerioWebScraper', config: scraper('webCrawl') };
    const { docId } = await suite.stores.upsertJson(id, { loader });
    site.setPages({ '/a': DOWN });
    const again = () => suite.stores.upsertJson(id, { docId, replaceExisting: true, loader });
    const failedFiles = [{ name: `${site.origin}/a` }];
    expect(await again()).toMatchObject({ numAdded: 0, numSkipped: 4, numDeleted: 0, failedFiles });
    site.setPages({ '/a': GONE });
    expect(await again()).toMatchObject({ numAdded: 0, numSkipped: 2, numDeleted: 2 });
  });
});

describe('files of a folder that fail', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  const file = (name: string) => join(folder.path, name);
  beforeEach(() => {
    folder = makeTemporaryFolder();
    mkdirSync(file('within'));
    writeFileSync(file('good.txt'), 'Good words.');
    writeFileSync(file('bad.json'), '{"word": "bad"}');
    writeFileSync(file('gone.txt'), 'Words that go.');
  });
  afterEach(() => folder.remove());

  async function folderFlow(records: Record<string, unknown>, skipErrors = true) {
    const { id } = await suite.api.createFlow(
      makeFlow({
        basepath: suite.fake.basepath,
        loader: nodeDefinitions.folderFiles,
        loaderInputs: { folderPath: folder.path, skipErrors },
        records,
      }),
    );
    return (body: object = {}) => suite.api.json('POST', `/vector/upsert/${id}`, body);
  }

  test('end an upsert, unless the call or the node says that they are left out', async () => {
    const run = await folderFlow({ cleanup: 'full' }, false);
    expect((await run()).body).toMatchObject({ numAdded: 3 });
    writeFileSync(file('bad.json'), '{"word": "bad"');
    rmSync(file('gone.txt'));
    expect(await run()).toMatchObject({ status: 400, body: { code: 'FILE_CORRUPT' } });
    expect((await run({ skipFailedFiles: true })).body).toMatchObject({
      numDeleted: 1,
      numSkipped: 1,
      totalKeys: 2,
      failedFiles: [{ name: 'bad.json', code: 'FILE_CORRUPT' }],
    });
    for (const name of ['good.txt', 'bad.json']) rmSync(file(name));
    writeFileSync(file('bad.json'), '{"word": "bad"');
    expect(await run({ skipFailedFiles: true })).toMatchObject({ status: 422, body: { code: 'NO_FILES' } });
  });

  test('are left out of what a document store loads, too', async () => {
    writeFileSync(file('bad.json'), '{"word": "bad"');
    const id = await suite.newStore();
    const loader = { name: 'folderFiles', config: { folderPath: folder.path } };
    expect(await suite.stores.upsertJson(id, { loader, skipFailedFiles: true })).toMatchObject({
      numAdded: 2,
      failedFiles: [{ name: 'bad.json' }],
    });
  });

  test('are listed and not cleaned up, while those that are gone are', async () => {
    const run = await folderFlow({ cleanup: 'full' });
    expect((await run()).body).toMatchObject({ numAdded: 3 });
    writeFileSync(file('bad.json'), '{"word": "bad"');
    rmSync(file('gone.txt'));
    expect((await run()).body).toMatchObject({
      numDeleted: 1,
      numSkipped: 1,
      totalKeys: 2,
      failedFiles: [{ name: 'bad.json', code: expect.any(String), message: expect.stringContaining('bad.json') }],
    });
  });

  test.skipIf(process.getuid?.() === 0)('in a folder that can not be listed stay as well', async () => {
    writeFileSync(file('within/deep.txt'), 'Deep words.');
    const run = await folderFlow({ cleanup: 'full' });
    await run();
    chmodSync(file('within'), 0o000);
    try {
      expect((await run()).body).toMatchObject({ numDeleted: 0, failedFiles: [{ name: 'within' }] });
    } finally {
      chmodSync(file('within'), 0o700);
    }
  });

  test('keep what an earlier run has read of them when only their beginning can be read', async () => {
    const long = (end: string) => `${'{"word": "line"}\n'.repeat(3)}${end}`;
    writeFileSync(file('bad.jsonl'), long('{"word": "last"}\n'));
    const run = await folderFlow({ cleanup: 'incremental' });
    await run();
    writeFileSync(file('bad.jsonl'), long('{"word": '));
    expect((await run()).body).toMatchObject({ numDeleted: 0, failedFiles: [{ name: 'bad.jsonl' }] });
  });
});
