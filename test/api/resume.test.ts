import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { contentsOf, countHalves, readChunks } from '../helpers/builders/inspect-store.ts';
import { RESUMED_FILE, RUN_SWITCHES, setUpResumeSuite } from '../helpers/servers/resume-suite.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

describe('POST /runs/{id}/resume', () => {
  const suite = setUpResumeSuite();

  test('after kill -9 in the middle: the rest is stored, as if nothing had happened', async () => {
    const file = { name: 'a.txt', content: makeEnglishText(600_000, 3) };
    const fields = { overrideConfig: JSON.stringify({ chunkSize: 400, metadata: { team: 'library' } }) };
    const undisturbed = await suite.newFlow();
    // Embedding answers for two requests only, so that some batches are stored and some are not.
    suite.reply = (number) => (number <= 2 ? undefined : 'hang');
    const id = await suite.newFlow();
    const runId = await suite.begin(id, [file], fields);
    await expect
      .poll(async () => (await suite.api.run(runId)).nodes.find((node) => node.nodeId === 'hnsw_0')?.done ?? 0)
      .toBeGreaterThan(0);
    await suite.server.kill();
    const stored = readChunks(suite.dataDir, id).length;
    suite.reply = undefined;

    await suite.start();
    expect((await suite.api.run(runId)).status).toBe('INTERRUPTED');
    await expect.poll(suite.uploads).toEqual([runId]);
    const next = await suite.resumed(runId);
    expect(await suite.endOf(next)).toBe('FINISHED');
    const { result } = await suite.api.run(next);
    expect(result).toMatchObject({ numSkipped: stored, numDeleted: 0, numUpdated: 0 });
    expect(result?.numAdded).toBeGreaterThan(0);
    await suite.api.upsert(undisturbed, [file], fields);
    expect(contentsOf(readChunks(suite.dataDir, id))).toEqual(contentsOf(readChunks(suite.dataDir, undisturbed)));
    expect(countHalves(suite.dataDir)).toMatchObject({ chunksWithoutRecord: 0, recordsWithoutChunk: 0 });
    await expect.poll(suite.uploads).toEqual([]);
    expect((await suite.api.get(`/upsert-history/${id}`)).body).toMatchObject([{ id: next }]);
  }, 60_000);

  test('goes on without bad files if the run was to', async () => {
    const id = await suite.newFlow();
    suite.reply = () => ({ status: 400, body: {} });
    const runId = await suite.begin(id, [RESUMED_FILE, { name: 'bad.txt', content: '' }], { skipFailedFiles: 'true' });
    expect(await suite.endOf(runId)).toBe('FAILED');
    suite.reply = undefined;
    const next = await suite.resumed(runId);
    expect(await suite.endOf(next)).toBe('FINISHED');
    expect((await suite.api.run(next)).result).toMatchObject({ numAdded: 1, failedFiles: [{ name: 'bad.txt' }] });
  });

  test('after an orderly stop, also when the resumed run is cut off again', async () => {
    suite.reply = () => 'hang';
    const id = await suite.newFlow();
    let runId = await suite.begin(id);
    for (let times = 0; times < 2; times += 1) {
      await suite.server.stop();
      await suite.start();
      expect((await suite.api.run(runId)).status).toBe('INTERRUPTED');
      runId = await suite.resumed(runId);
    }
    await suite.server.stop();
    suite.reply = undefined;
    await suite.start();
    expect(await suite.endOf(await suite.resumed(runId))).toBe('FINISHED');
    expect(readChunks(suite.dataDir, id).map((chunk) => chunk.content)).toEqual([RESUMED_FILE.content]);
    await expect.poll(suite.uploads).toEqual([]);
  });

  test('takes a run that failed, and one that was cancelled', async () => {
    const id = await suite.newFlow();
    expect(await suite.endOf(await suite.resumed(await suite.failedRun(id)))).toBe('FINISHED');
    suite.reply = () => 'hang';
    const cancelled = await suite.begin(id, [{ name: 'b.txt', content: 'Other words.' }]);
    await suite.api.call('POST', `/runs/${cancelled}/cancel`);
    suite.reply = undefined;
    expect(await suite.endOf(await suite.resumed(cancelled))).toBe('FINISHED');
    expect(readChunks(suite.dataDir, id)).toHaveLength(2);
    await expect.poll(suite.uploads).toEqual([]);
  });

  test('works for a call without files, and keeps no folder for it', async () => {
    const stored = `data:text/plain;base64,${Buffer.from('Stored words.').toString('base64')},filename:stored.txt`;
    const flow = makeFlow({ basepath: suite.fake.basepath, loaderInputs: { txtFile: stored }, records: {} });
    const { id } = await suite.api.createFlow(flow, RUN_SWITCHES);
    suite.reply = () => ({ status: 400, body: {} });
    expect(await suite.api.json('POST', `/vector/upsert/${id}`, {})).toMatchObject({ status: 502 });
    await expect.poll(suite.uploads).toEqual([]);
    suite.reply = undefined;
    const [run] = (await suite.api.get(`/runs?chatflowId=${id}`)).body as { id: string }[];
    expect(await suite.endOf(await suite.resumed(run?.id ?? ''))).toBe('FINISHED');
    expect(readChunks(suite.dataDir, id)).toHaveLength(1);
  });

  test('happens once, however often it is asked for at once', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => suite.resume(runId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409]);
    const next = UpsertAcceptedSchema.parse(answers.find(({ status }) => status === 202)?.body).runId;
    expect(await suite.endOf(next)).toBe('FINISHED');
    expect(await suite.resume(runId)).toMatchObject({
      status: 409,
      body: { code: 'RUN_NOT_RESUMABLE', details: { runId: next } },
    });
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toHaveLength(2);
  });

  test('is refused with the reason: unknown, going on, finished, files gone, of a document store', async () => {
    expect(await suite.resume('nobody')).toMatchObject({ status: 404, body: { code: 'RUN_NOT_FOUND' } });
    const id = await suite.newFlow();
    const refused = (message: RegExp) => ({
      status: 409,
      body: { code: 'RUN_NOT_RESUMABLE', message: expect.stringMatching(message) },
    });
    const finished = await suite.api.upsert(id, [{ name: 'b.txt', content: 'Other words.' }]);
    expect(await suite.resume(finished.runId)).toMatchObject(refused(/has finished/));

    const failed = await suite.failedRun(id);
    rmSync(join(suite.dataDir, 'tmp', failed, 'upload-0'));
    expect(await suite.resume(failed)).toMatchObject(refused(/a\.txt is not there/));

    suite.reply = () => 'hang';
    const going = await suite.begin(id, [{ name: 'c.txt', content: 'More words.' }]);
    expect(await suite.resume(going)).toMatchObject(refused(/goes on/));

    const stores = createStoreClient(suite.server.url);
    const store = await stores.create({
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    suite.reply = () => ({ status: 400, body: {} });
    await stores.upload(`/upsert/${store.id}`, [{ name: 'd.txt', content: 'Words of a store.' }]);
    const [run] = (await suite.api.get(`/runs?chatflowId=${store.id}`)).body as { id: string }[];
    expect(await suite.resume(run?.id ?? '')).toMatchObject(refused(/not kept/));
  });

  test('keeps the run resumable when the flow can not run as it is drawn now', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    const { flowData } = (await suite.api.get(`/chatflows/${id}`)).body as { flowData: string };
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ nodes: [], edges: [] }) });
    expect(await suite.resume(runId)).toMatchObject({ status: 422, body: { code: 'NO_VECTOR_STORE' } });
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData });
    expect(await suite.endOf(await suite.resumed(runId))).toBe('FINISHED');
  });

  test('needs the key that the chatflow is bound to', async () => {
    const id = await suite.newFlow();
    const runId = await suite.failedRun(id);
    const key = (await suite.api.json('POST', '/apikey', { keyName: 'Script' })).body as { id: string; apiKey: string };
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    expect(await suite.resume(runId)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    expect(await suite.resume(runId, { authorization: `Bearer ${key.apiKey}` })).toMatchObject({ status: 202 });
  });
});
