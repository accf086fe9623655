import { describe, expect, test } from 'vitest';
import { type RunFile, RunFileListSchema } from '../../shared/api/run-files.ts';
import { RunSchema } from '../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

async function filesOf(runId: string, query = ''): Promise<RunFile[]> {
  return RunFileListSchema.parse((await suite.api.get(`/runs/${runId}/files${query}`)).body).files;
}

async function upsert(id: string, files: readonly { name: string; content: string }[]): Promise<string> {
  const answer = await suite.api.upload(id, files, { skipFailedFiles: 'true' });
  expect(answer.body).toMatchObject({ runId: expect.any(String) });
  return UpsertAcceptedSchema.pick({ runId: true }).parse(answer.body).runId;
}

function makeRecordedFlow(): Promise<{ id: string }> {
  return suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, records: { cleanup: 'incremental' } }));
}

describe('GET /runs/{id}/files', () => {
  test('tells what became of each file, and of the same files in the next run', async () => {
    const { id } = await makeRecordedFlow();
    const good = [
      { name: 'a.txt', content: 'Otters sleep in the river.' },
      { name: 'b.txt', content: 'Ravens talk.' },
    ];
    const first = await upsert(id, [...good, { name: 'empty.txt', content: '' }]);
    expect(await filesOf(first)).toMatchObject([
      { id: 1, name: 'a.txt', state: 'stored', chunks: 1, added: 1, sizeBytes: 26 },
      { id: 2, name: 'b.txt', state: 'stored', chunks: 1, added: 1 },
      { id: 3, name: 'empty.txt', state: 'failed', chunks: 0, error: { code: 'FILE_EMPTY' } },
    ]);
    const run = RunSchema.parse((await suite.api.get(`/runs/${first}`)).body);
    expect(run).toMatchObject({
      kind: 'flow',
      progress: { files: { total: 3, stored: 2, failed: 1 }, chunks: 2, chunksDone: 2, hasAllChunks: true },
    });
    const second = await upsert(id, [
      good[0] ?? { name: '', content: '' },
      { name: 'b.txt', content: 'Ravens learn.' },
    ]);
    expect(await filesOf(second)).toMatchObject([
      { name: 'a.txt', state: 'unchanged', skipped: 1 },
      { name: 'b.txt', state: 'stored', added: 1 },
    ]);
  });

  test('gives pages, one state, and the names that match', async () => {
    const { id } = await makeRecordedFlow();
    const files = Array.from({ length: 30 }, (_, index) => ({ name: `note-${index}.txt`, content: `Note ${index}.` }));
    const runId = await upsert(id, files);
    const page = RunFileListSchema.parse((await suite.api.get(`/runs/${runId}/files?limit=20`)).body);
    expect([page.files.length, page.next]).toEqual([20, 20]);
    expect(await filesOf(runId, '?limit=20&after=20')).toHaveLength(10);
    expect(await filesOf(runId, '?state=failed')).toEqual([]);
    expect((await filesOf(runId, '?search=NOTE-2')).map(({ name }) => name)).toHaveLength(11);
    expect((await filesOf(runId, '?state=stored&search=note-29')).map(({ id: number }) => number)).toEqual([30]);
  });

  test('answers 404 for a run that is not there', async () => {
    const answer = await suite.api.get('/runs/00000000-0000-4000-8000-000000000000/files');
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'RUN_NOT_FOUND' }]);
  });
});
