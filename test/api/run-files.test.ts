import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { setUpResumeSuite } from '../helpers/servers/resume-suite.ts';

describe('the files of runs', () => {
  const suite = setUpResumeSuite();

  test('that can be resumed outlive a start, those of others do not', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    await suite.server.stop();
    mkdirSync(join(suite.dataDir, 'tmp', 'left-over'));
    writeFileSync(join(suite.dataDir, 'tmp', 'left-over', 'upload-0'), 'x');
    await suite.start();
    await expect.poll(suite.uploads).toEqual([runId]);
    await suite.api.call('DELETE', `/chatflows/${id}`);
    // With the flow goes the history of its runs.
    await expect.poll(async () => (await suite.resume(runId)).status, { timeout: 10_000 }).toBe(404);
    await suite.server.stop();
    await suite.start();
    await expect.poll(suite.uploads).toEqual([]);
  });

  test('are deleted when a person wants it: the run can not be resumed then', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    await expect.poll(suite.uploads).toEqual([runId]);
    const details = async () => (await suite.api.get(`/runs/${runId}/details`)).body;
    expect(await details()).toMatchObject({ again: { how: 'resume' }, uploads: { count: 1, sizeBytes: 14 } });
    expect(await suite.api.call('DELETE', `/runs/${runId}/files`)).toMatchObject({
      status: 200,
      body: { count: 1, sizeBytes: 14 },
    });
    expect(suite.uploads()).toEqual([]);
    expect(await details()).toMatchObject({ again: { how: null }, uploads: { count: 0, sizeBytes: 0 } });
    expect((await suite.resume(runId)).status).toBe(409);
  });

  test('of a flow in the bin wait there with it: its run says so', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    await suite.api.json('POST', `/bin/chatflows/${id}`, {});
    const whyNot = expect.stringContaining('put it back from the bin');
    expect((await suite.api.get(`/runs/${runId}/details`)).body).toMatchObject({ again: { how: null, whyNot } });
    expect(await suite.resume(runId)).toMatchObject({
      status: 409,
      body: { code: 'RUN_NOT_RESUMABLE', message: whyNot },
    });
  });

  test('are kept for seven days', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    const end = (daysAgo: number) =>
      suite.changeDatabase(
        'UPDATE run SET finished_date = ? WHERE id = ?',
        new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        runId,
      );
    end(6.9);
    await suite.server.stop();
    await suite.start();
    await expect.poll(suite.uploads).toEqual([runId]);
    end(7.1);
    // Another run that is kept is an occasion to look for those that are too old.
    suite.reply = () => ({ status: 400, body: {} });
    const other = await suite.begin(id, [{ name: 'b.txt', content: 'Other words.' }]);
    expect(await suite.endOf(other)).toBe('FAILED');
    await expect.poll(suite.uploads).toEqual([other]);
    expect(await suite.resume(runId)).toMatchObject({ status: 409, body: { code: 'RUN_NOT_RESUMABLE' } });
  });

  test('go at once when the same files can never succeed', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath, loader: nodeDefinitions.jsonFile });
    const { id } = await suite.api.createFlow(flow, makeApiConfig({ 'JSON File': ['files'] }));
    const runId = await suite.begin(id, [{ name: 'a.json', content: '{"a": ' }]);
    expect(await suite.endOf(runId)).toBe('FAILED');
    await expect.poll(suite.uploads).toEqual([]);
    expect(await suite.resume(runId)).toMatchObject({ status: 409, body: { code: 'RUN_NOT_RESUMABLE' } });
  });

  test('are kept up to two gigabytes, the newest first', async () => {
    const id = await suite.newFlow();
    const first = await suite.failedRun(id);
    const request = {
      overrides: {},
      isFromApp: false,
      files: [{ name: 'a.txt', file: 'upload-0', sizeBytes: 2 ** 31 }],
    };
    suite.changeDatabase('UPDATE run_request SET request = ? WHERE run_id = ?', JSON.stringify(request), first);
    suite.reply = () => ({ status: 400, body: {} });
    const second = await suite.begin(id, [{ name: 'b.txt', content: 'Other words.' }]);
    expect(await suite.endOf(second)).toBe('FAILED');
    await expect.poll(suite.uploads).toEqual([second]);
    expect(existsSync(join(suite.dataDir, 'tmp', second, 'upload-0'))).toBe(true);
  });
});
