import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { RunDetailsSchema } from '../../shared/api/run-details.ts';
import { RunSchema } from '../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });

const records = { cleanup: 'incremental' };

function drawFlow(chunkSize: number) {
  return makeFlow({ basepath: suite.fake.basepath, records, splitter: { chunkSize } });
}

async function newFlow(): Promise<string> {
  return (await suite.api.createFlow(drawFlow(1000))).id;
}

async function upsert(id: string, files: Readonly<Record<string, string>>): Promise<string> {
  const sent = Object.entries(files).map(([name, content]) => ({ name, content }));
  const { body } = await suite.api.upload(id, sent, { skipFailedFiles: 'true' });
  return RunIdSchema.parse(body).runId;
}

async function listed(query: string): Promise<string[]> {
  const runs = z.array(RunSchema).parse((await suite.api.get(`/runs?${query}`)).body);
  return runs.map(({ id }) => id);
}

async function detailsOf(runId: string) {
  return RunDetailsSchema.parse((await suite.api.get(`/runs/${runId}/details`)).body);
}

describe('GET /runs', () => {
  test('goes back page by page, and finds runs by file, state, kind and time', async () => {
    const id = await newFlow();
    const first = await upsert(id, { 'otters.txt': 'Otters sleep.' });
    const second = await upsert(id, { 'ravens.txt': 'Ravens talk.' });
    const third = await upsert(id, { 'otters.txt': 'Otters swim.' });
    const mine = `chatflowId=${id}`;
    expect(await listed(`${mine}&limit=2`)).toEqual([third, second]);
    expect(await listed(`${mine}&limit=2&before=${second}`)).toEqual([first]);
    expect(await listed(`${mine}&search=OTTERS`)).toEqual([third, first]);
    expect(await listed(`${mine}&search=OTTERS&before=${third}`)).toEqual([first]);
    expect(await listed(`${mine}&status=FAILED`)).toEqual([]);
    expect(await listed(`${mine}&kind=store`)).toEqual([]);
    expect(await listed(`${mine}&kind=flow&status=FINISHED`)).toHaveLength(3);
    expect(await listed(`${mine}&to=2020-01-01T00:00:00.000Z`)).toEqual([]);
    expect(await listed(`${mine}&from=2020-01-01T00:00:00.000Z`)).toHaveLength(3);
    expect((await suite.api.get(`/runs/count?${mine}`)).body).toEqual({ count: 3 });
    expect((await suite.api.get(`/runs/count?${mine}&status=FAILED`)).body).toEqual({ count: 0 });
  });
});

describe('GET /runs/{id}/details', () => {
  test('says what is different from the run before', async () => {
    const id = await newFlow();
    const first = await upsert(id, { 'a.txt': 'Otters sleep.', 'b.txt': 'Ravens talk.', 'gone.txt': 'Gone.' });
    expect(await detailsOf(first)).toMatchObject({ comparison: null, isLast: true, again: { how: 'repeat' } });
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(drawFlow(500)) });
    const second = await upsert(id, { 'a.txt': 'Otters sleep.', 'b.txt': 'Ravens learn.', 'new.txt': 'New.' });
    const { comparison, settings, isLast } = await detailsOf(second);
    expect(isLast).toBe(true);
    expect(settings.map(({ name }) => name)).toContain('recursiveCharacterTextSplitter');
    expect(comparison).toMatchObject({
      run: { id: first, result: { numAdded: 3 } },
      hasAllFiles: true,
      hasMoreFiles: false,
    });
    expect(comparison?.settings).toMatchObject([{ before: 1000, now: 500 }]);
    expect(comparison?.files).toEqual([
      { name: 'b.txt', before: 'stored', now: 'stored' },
      { name: 'new.txt', now: 'stored' },
      { name: 'gone.txt', before: 'stored' },
    ]);
    expect((await detailsOf(first)).isLast).toBe(false);
  });

  test('says why a run can not be repeated whose files are not kept, or were replaced', async () => {
    const id = await newFlow();
    const replaced = await upsert(id, { 'a.txt': 'Otters sleep.' });
    await upsert(id, { 'a.txt': 'Otters swim.' });
    const { again: ofReplaced } = await detailsOf(replaced);
    expect(ofReplaced).toMatchObject({ how: null, whyNot: expect.stringContaining('replaced by a later one') });
    await suite.api.json('PUT', `/originals/${id}`, { keepsOriginals: false });
    const finished = await upsert(id, { 'a.txt': 'Otters eat.' });
    const { again } = await detailsOf(finished);
    expect(again).toMatchObject({ how: null, whyNot: expect.stringContaining('choose the files again') });
    const refused = await suite.api.json('POST', `/runs/${finished}/repeat`, {});
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'RUN_NOT_RESUMABLE' }]);
  });
});

describe('POST /runs/{id}/repeat', () => {
  const ended = async (repeated: { readonly status: number; readonly body: unknown }) => {
    expect(repeated.status).toBe(202);
    const { runId } = RunIdSchema.parse(repeated.body);
    const read = async () => RunSchema.parse((await suite.api.get(`/runs/${runId}`)).body);
    await expect.poll(async () => (await read()).status).not.toMatch(/QUEUED|RUNNING/);
    return read();
  };

  test('brings the files of a run again, those that could not be read too', async () => {
    const { id } = await suite.api.createFlow(
      makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'full' }, loader: nodeDefinitions.fileLoader }),
    );
    const broken = { 'broken.pdf': '%PDF-1.4 nonsense' };
    const first = await upsert(id, { 'a.txt': 'Otters sleep.', 'b.txt': 'Ravens talk.', ...broken });
    expect((await detailsOf(first)).again).toEqual({ how: 'repeat' });
    const again = await ended(await suite.api.json('POST', `/runs/${first}/repeat`, {}));
    expect(again.result).toMatchObject({ numAdded: 0, numSkipped: 2, numDeleted: 0 });
    expect(again.result?.failedFiles).toMatchObject([{ name: 'broken.pdf', code: 'FILE_CORRUPT' }]);

    const one = await ended(await suite.api.json('POST', `/runs/${again.id}/repeat?file=b.txt`, {}));
    expect(one.result).toMatchObject({ numAdded: 0, numSkipped: 1, numDeleted: 0 });
    const failed = await ended(await suite.api.json('POST', `/runs/${first}/repeat?file=broken.pdf`, {}));
    expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'FILE_CORRUPT' } });
    expect(JSON.stringify(await suite.api.query(id, { query: 'otters' }))).toContain('Otters sleep.');
  });

  test('starts a run without uploads once more', async () => {
    const plain = { loader: nodeDefinitions.plainText, loaderInputs: { text: 'Otters sleep.' } };
    const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records, ...plain }));
    const answer = await suite.api.json('POST', `/vector/upsert/${id}`, {});
    const first = RunIdSchema.parse(answer.body).runId;
    expect((await detailsOf(first)).again).toEqual({ how: 'repeat' });
    const repeated = await suite.api.json('POST', `/runs/${first}/repeat`, {});
    expect(repeated.status).toBe(202);
    const { runId } = RunIdSchema.parse(repeated.body);
    const read = async () => RunSchema.parse((await suite.api.get(`/runs/${runId}`)).body);
    await expect.poll(async () => (await read()).status).toBe('FINISHED');
    expect(await read()).toMatchObject({ chatflowId: id, result: { numAdded: 0, numSkipped: 1 } });
  });
});
