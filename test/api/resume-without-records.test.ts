import { describe, expect, test } from 'vitest';
import { RunChunkListSchema } from '../../shared/api/run-chunks.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { contentsOf, readChunks } from '../helpers/builders/inspect-store.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { fakeVector } from '../helpers/fakes/fake-openai.ts';
import { startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { RUN_SWITCHES, setUpResumeSuite } from '../helpers/servers/resume-suite.ts';

const splitter = { chunkSize: 400, chunkOverlap: 0 };
const file = { name: 'a.txt', content: makeEnglishText(300_000, 3) };

describe('Resuming a run of a flow without a record manager', () => {
  const suite = setUpResumeSuite();

  async function newFlow(): Promise<string> {
    const flow = makeFlow({ basepath: suite.fake.basepath, splitter });
    return (await suite.api.createFlow(flow, RUN_SWITCHES)).id;
  }
  const stored = (id: string) => contentsOf(readChunks(suite.dataDir, id));

  /** Embedding answers so many more requests only, so that some batches are stored and some are not. */
  function embedOnly(more: number): void {
    const last = suite.fake.requests + more;
    suite.reply = (number) => (number <= last ? undefined : 'hang');
  }
  async function waitUntilStored(runId: string): Promise<void> {
    await expect
      .poll(async () => (await suite.api.run(runId)).nodes.find((node) => node.nodeId === 'hnsw_0')?.done ?? 0)
      .toBeGreaterThan(0);
  }
  const addedBy = async (runId: string) =>
    RunChunkListSchema.parse((await suite.api.get(`/runs/${runId}/chunks?kind=added`)).body);

  test('killed twice in the middle: what it had stored is never gone, and not there twice in the end', async () => {
    const id = await newFlow();
    await suite.api.upsert(id, [{ name: 'earlier.txt', content: 'What was there before.' }]);
    const earlier = stored(id);

    embedOnly(2);
    const first = await suite.begin(id, [file]);
    await waitUntilStored(first);
    await suite.server.kill();
    const afterFirst = stored(id).length;

    await suite.start();
    embedOnly(1);
    const second = await suite.resumed(first);
    await waitUntilStored(second);
    await suite.server.kill();
    expect(stored(id).length).toBeGreaterThanOrEqual(afterFirst);
    suite.reply = undefined;

    await suite.start();
    const third = await suite.resumed(second);
    expect(await suite.endOf(third)).toBe('FINISHED');
    // Not before: known texts are not embedded again, so nothing would stop the first run.
    const undisturbed = await newFlow();
    await suite.api.upsert(undisturbed, [file]);
    const whole = stored(undisturbed);
    expect(afterFirst).toBeLessThan(whole.length);
    expect(stored(id)).toEqual([...whole, ...earlier].sort());
    const { result } = await suite.api.run(third);
    expect(result).toMatchObject({ numAdded: whole.length, numDeleted: 0 });
    expect((await addedBy(third)).chunks.length).toBeGreaterThan(0);
    for (const runId of [first, second]) {
      expect(await addedBy(runId)).toMatchObject({ chunks: [], whyNot: expect.stringContaining('undone') });
    }
  }, 60_000);

  test('failed and gone on with after the flow was changed: only what is cut now is there', async () => {
    const id = await newFlow();
    embedOnly(2);
    const failed = await suite.begin(id, [file]);
    await waitUntilStored(failed);
    await suite.api.call('POST', `/runs/${failed}/cancel`);
    suite.reply = undefined;
    const flow = makeFlow({ basepath: suite.fake.basepath, splitter: { ...splitter, chunkSize: 3000 } });
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify(flow) });
    const { id: other } = await suite.api.createFlow(flow, RUN_SWITCHES);
    await suite.api.upsert(other, [file]);

    expect(await suite.endOf(await suite.resumed(failed))).toBe('FINISHED');
    expect(stored(id)).toEqual(stored(other));
  }, 60_000);

  test('killed while a store elsewhere writes: nothing is there twice, also of a batch that was not answered', async () => {
    const never = new AbortController().signal;
    let writes = 0;
    const third = Promise.withResolvers<void>();
    const qdrant = await startFakeQdrant({
      reply({ method, path }) {
        if (method !== 'PUT' || !path.includes('/points')) return undefined;
        writes += 1;
        // It is written all the same.
        if (writes === 3) third.resolve(suite.server.kill());
        return undefined;
      },
    });
    try {
      const flow = makeFlow({
        basepath: suite.fake.basepath,
        splitter,
        storeNode: nodeDefinitions.qdrant,
        store: { qdrantServerUrl: qdrant.url, qdrantCollection: 'notes' },
      });
      const { id } = await suite.api.createFlow(flow, RUN_SWITCHES);
      const runId = await suite.begin(id, [file]);
      await third.promise;
      await suite.start();
      const next = await suite.resumed(runId);
      expect(await suite.endOf(next)).toBe('FINISHED');
      const { result } = await suite.api.run(next);

      const store = openQdrant({ url: qdrant.url, collection: 'notes' });
      const hits = await store.query({ vector: fakeVector('all', 8), topK: 10_000, filter: undefined }, never);
      await store.close();
      expect(hits).toHaveLength(result?.numAdded ?? 0);
      expect(new Set(hits.map(({ chunkNo }) => chunkNo)).size).toBe(hits.length);
    } finally {
      await qdrant.close();
    }
  }, 60_000);
});
