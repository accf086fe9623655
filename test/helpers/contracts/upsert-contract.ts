import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DryRunResult, DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import type { VectorQueryResult } from '../../../shared/api/vector.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeFlow } from '../builders/flows.ts';
import {
  file,
  LONG_MS,
  NOTHING,
  type NodeUse,
  paragraphs,
  SPLITTER,
  SWITCHES,
  type UpsertParts,
} from '../builders/upsert-parts.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../fakes/fake-openai.ts';
import { type ApiClient, createApiClient, type UploadedFile } from '../servers/api-client.ts';
import { createStoreClient, type StoreClient } from '../servers/store-client.ts';
import { shareTestServer } from '../servers/test-server.ts';
import { describeStoreUpserts } from './upsert-store-contract.ts';

/**
 * Upserts with a vector store and a record manager over the HTTP API: flows, document stores, dry runs. `start` is called once, before the tests,
 * with a client of their server (for credentials).
 */
export function describeUpsertContract(
  name: string,
  start: (api: ApiClient) => UpsertParts | Promise<UpsertParts>,
): void {
  describe(`upserting into ${name}`, () => {
    let api: ApiClient;
    let stores: StoreClient;
    let fake: FakeOpenAI;
    let parts: UpsertParts;

    beforeAll(async () => {
      const server = await shareTestServer();
      api = createApiClient(server.url);
      stores = createStoreClient(server.url);
      fake = await startFakeOpenAI({ dimensions: 32 });
      parts = await start(api);
    }, LONG_MS);

    afterAll(async () => {
      await fake.close();
      await parts.stop?.();
    }, LONG_MS);

    function recordsWith(cleanup: string | undefined): NodeUse | undefined {
      if (cleanup === undefined) return undefined;
      const use = parts.records?.() ?? { definition: nodeDefinitions.SQLiteRecordManager, inputs: {} };
      return { ...use, inputs: { ...use.inputs, cleanup } };
    }

    /** A flow with its own collection, or with the named one. @param cleanup undefined: without record manager */
    async function newFlow(cleanup?: string, collection = `t_${randomUUID().replaceAll('-', '')}`): Promise<string> {
      const store = parts.store(collection);
      const records = recordsWith(cleanup);
      const flow = makeFlow({
        basepath: fake.basepath,
        splitter: SPLITTER,
        storeNode: store.definition,
        store: store.inputs,
        ...(records === undefined ? {} : { recordsNode: records.definition, records: records.inputs }),
      });
      return (await api.createFlow(flow, SWITCHES)).id;
    }

    async function dryRun(id: string, files: readonly UploadedFile[]): Promise<DryRunResult> {
      const answer = await api.upload(`${id}?dryRun=true`, files);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return DryRunResultSchema.parse(answer.body);
    }

    const textsOf = ({ docs }: VectorQueryResult) => docs.map(({ pageContent }) => pageContent).sort();
    /** Everything stored, as a query finds it. */
    async function stored(id: string): Promise<string[]> {
      return textsOf(await api.query(id, { query: 'Paragraph', mode: 'vector', topK: 1000 }));
    }

    test('before anything was stored a question finds nothing', async () => {
      const id = await newFlow('incremental');
      expect(await stored(id)).toEqual([]);
    });

    test('without a record manager every call adds', async () => {
      const id = await newFlow();
      const parts4 = paragraphs(0, 4);
      expect(await api.upsert(id, [file('a.txt', parts4)])).toMatchObject({ ...NOTHING, numAdded: 4 });
      expect(await api.upsert(id, [file('a.txt', parts4)])).toMatchObject({ ...NOTHING, numAdded: 4 });
      expect(await stored(id)).toEqual([...parts4, ...parts4].sort());
    });

    describe.each(['none', 'incremental', 'full'])('with records and clean-up %s', (cleanup) => {
      test('the same file again is skipped whole, and nothing is embedded', async () => {
        const id = await newFlow(cleanup);
        const a = file('a.txt', paragraphs(0, 20));
        expect(await api.upsert(id, [a])).toMatchObject({ ...NOTHING, numAdded: 20, totalKeys: 20 });
        const before = fake.texts;
        expect(await api.upsert(id, [a])).toMatchObject({ ...NOTHING, numSkipped: 20, totalKeys: 20 });
        expect(fake.texts).toBe(before);
        expect(await stored(id)).toEqual(paragraphs(0, 20));
      });

      test('one paragraph changed', async () => {
        const id = await newFlow(cleanup);
        const old = paragraphs(0, 20);
        const [changed = ''] = paragraphs(7, 8, 'Different');
        await api.upsert(id, [file('a.txt', old)]);
        const result = await api.upsert(id, [file('a.txt', old.with(7, changed))]);
        const isKept = cleanup === 'none';
        expect(result).toMatchObject({ ...NOTHING, numAdded: 1, numSkipped: 19, numDeleted: isKept ? 0 : 1 });
        expect(result.totalKeys).toBe(isKept ? 21 : 20);
        expect(await stored(id)).toEqual((isKept ? [...old, changed] : old.with(7, changed)).toSorted());
      });

      test('another file: the first one stays, unless everything that the run did not bring is to go', async () => {
        const id = await newFlow(cleanup);
        await api.upsert(id, [file('a.txt', paragraphs(0, 5))]);
        const result = await api.upsert(id, [file('b.txt', paragraphs(5, 8))]);
        const isMirror = cleanup === 'full';
        expect(result).toMatchObject({ ...NOTHING, numAdded: 3, numDeleted: isMirror ? 5 : 0 });
        expect(await stored(id)).toEqual(paragraphs(isMirror ? 5 : 0, 8));
      });

      test('the change is said before it is made, and then made as it was said', async () => {
        const id = await newFlow(cleanup);
        const before = file('a.txt', paragraphs(0, 10));
        const after = [file('a.txt', paragraphs(2, 13)), file('b.txt', paragraphs(40, 42))];
        expect(await dryRun(id, [before])).toMatchObject({ ...NOTHING, numAdded: 10, deleted: [] });
        await api.upsert(id, [before]);
        const said = await dryRun(id, after);
        expect(await stored(id)).toEqual(paragraphs(0, 10));
        const done = await api.upsert(id, after);
        const { numAdded, numDeleted, numSkipped, numUpdated } = said;
        expect(done).toMatchObject({ numAdded, numDeleted, numSkipped, numUpdated });
        const gone = cleanup === 'none' ? [] : paragraphs(0, 2);
        expect(said.deleted.map(({ pageContent }) => pageContent).sort()).toEqual(gone);
        expect(said.deleted.every(({ metadata }) => metadata.source === 'a.txt')).toBe(true);
        expect(said.added.map(({ pageContent }) => pageContent).sort()).toEqual([
          ...paragraphs(10, 13),
          ...paragraphs(40, 42),
        ]);
      });
    });

    test('only the metadata changed: written in place, nothing embedded again, filters go by the new one', async () => {
      const id = await newFlow('incremental');
      const a = file('a.txt', paragraphs(0, 6));
      const send = (metadata: object) => api.upsert(id, [a], { overrideConfig: JSON.stringify({ metadata }) });
      expect(await send({ team: 'red', about: { owner: 'Ada' } })).toMatchObject({ ...NOTHING, numAdded: 6 });
      const before = fake.texts;
      expect(await send({ team: 'blue', about: { owner: 'Grace' } })).toMatchObject({ ...NOTHING, numUpdated: 6 });
      expect(fake.texts).toBe(before);
      const ask = (filter: object) => api.query(id, { query: 'x', mode: 'vector', topK: 50, filter });
      expect((await ask({ team: 'red' })).docs).toEqual([]);
      const { docs } = await ask({ team: 'blue', 'about.owner': 'Grace' });
      expect(docs).toHaveLength(6);
      expect(docs[0]?.metadata).toMatchObject({ team: 'blue', source: 'a.txt', about: { owner: 'Grace' } });
      expect(await send({ team: 'blue', about: { owner: 'Grace' } })).toMatchObject({ ...NOTHING, numSkipped: 6 });
    });

    test('one paragraph longer than before: those behind it get their new places', async () => {
      const id = await newFlow('incremental');
      const old = paragraphs(0, 20);
      await api.upsert(id, [file('a.txt', old)]);
      const before = fake.texts;
      const changed = old.with(7, `${old[7]} More.`).join('\n\n');
      const result = await api.upsert(id, [{ name: 'a.txt', content: changed }]);
      expect(result).toMatchObject({ numAdded: 1, numDeleted: 1, numUpdated: 0, numSkipped: 19 });
      expect(fake.texts).toBe(before + 1);
      const { docs } = await api.query(id, { query: 'Paragraph', mode: 'vector', topK: 50 });
      expect(docs).toHaveLength(20);
      for (const { metadata, pageContent } of docs) {
        const { offset } = metadata.loc as { offset: { from: number; to: number } };
        expect(changed.slice(offset.from, offset.to)).toBe(pageContent);
      }
    });

    test('a chunk repeated inside one source is stored once; equal chunks of two sources are both kept', async () => {
      const id = await newFlow('incremental');
      const five = paragraphs(0, 5);
      const twice = file('a.txt', [...five, ...five]);
      const repeated = { ...NOTHING, numRepeated: 5, totalKeys: 5 };
      expect(await api.upsert(id, [twice])).toMatchObject({ ...repeated, numAdded: 5, numSkipped: 5 });
      expect(await api.upsert(id, [twice])).toMatchObject({ ...repeated, numSkipped: 10 });
      expect(await api.upsert(id, [file('b.txt', five)])).toMatchObject({ ...NOTHING, numAdded: 5, totalKeys: 10 });
      expect(await stored(id)).toEqual([...five, ...five].sort());
    });

    test(
      'more than one batch, cut anywhere, and all of it gone again',
      async () => {
        const id = await newFlow('full');
        const many = paragraphs(0, 700);
        expect(await api.upsert(id, [file('a.txt', many)])).toMatchObject({
          ...NOTHING,
          numAdded: 700,
          totalKeys: 700,
        });
        expect(await stored(id)).toEqual(many);
        const rest = await api.upsert(id, [file('b.txt', ['Only this is left.'])]);
        expect(rest).toMatchObject({ ...NOTHING, numAdded: 1, numDeleted: 700, totalKeys: 1 });
        expect(await stored(id)).toEqual(['Only this is left.']);
      },
      LONG_MS,
    );

    test('a run that fails cleans nothing up, and the next one goes on', async () => {
      const id = await newFlow('full');
      await api.upsert(id, [file('a.txt', paragraphs(0, 3))]);
      expect((await api.upload(id, [{ name: 'b.txt', content: '' }])).status).toBe(400);
      expect(await stored(id)).toEqual(paragraphs(0, 3));
      expect(await api.upsert(id, [file('a.txt', paragraphs(0, 4))])).toMatchObject({ numAdded: 1, numSkipped: 3 });
    });

    test(
      'many upserts of one flow at once',
      async () => {
        const id = await newFlow('incremental');
        const numbers = Array.from({ length: 8 }, (_, index) => index);
        const results = await Promise.all(
          numbers.map((number) => api.upsert(id, [file(`file-${number}.txt`, paragraphs(number, number + 1))])),
        );
        expect(results.map(({ numAdded }) => numAdded)).toEqual(numbers.map(() => 1));
        expect(await stored(id)).toEqual(paragraphs(0, 8));
      },
      LONG_MS,
    );

    test('two flows that share a collection do not clean up each other', async () => {
      const collection = `t_${randomUUID().replaceAll('-', '')}`;
      const [one, two] = [await newFlow('full', collection), await newFlow('full', collection)];
      await api.upsert(one, [file('a.txt', paragraphs(0, 3))]);
      await api.upsert(two, [file('b.txt', paragraphs(3, 5))]);
      expect(await stored(one)).toEqual(paragraphs(0, 5));
      await api.upsert(one, [file('a.txt', paragraphs(0, 1))]);
      expect(await stored(two)).toEqual([...paragraphs(0, 1), ...paragraphs(3, 5)]);
    });

    test('the ids of the answer are those that a question gives', async () => {
      const id = await newFlow('incremental');
      const asked = await api.upsert(id, [file('a.txt', paragraphs(0, 3))], { returnSourceDocuments: 'true' });
      const { docs } = await api.query(id, { query: 'Paragraph', mode: 'vector', topK: 10 });
      const ids = (list: readonly { readonly id: string }[]) => list.map((doc) => doc.id).sort();
      expect(ids(asked.sourceDocuments ?? [])).toEqual(ids(docs));
      expect(new Set(ids(docs)).size).toBe(3);
    });

    test('a question gets as many passages as it asks for, with scores that fall', async () => {
      const id = await newFlow('incremental');
      const texts = paragraphs(0, 30);
      await api.upsert(id, [file('a.txt', texts)]);
      const { docs } = await api.query(id, { query: texts[12], mode: 'vector', topK: 5 });
      expect(docs).toHaveLength(5);
      expect(docs[0]?.pageContent).toBe(texts[12]);
      expect(docs[0]?.score).toBeCloseTo(1, 3);
      expect(docs.map(({ score }) => score)).toEqual(docs.map(({ score }) => score).sort((a, b) => b - a));
      expect((await api.query(id, { query: texts[12] })).docs[0]?.pageContent).toBe(texts[12]);
      const { docs: filtered } = await api.query(id, { query: 'x', mode: 'vector', filter: { source: 'nothing.txt' } });
      expect(filtered).toEqual([]);
    });

    describeStoreUpserts({
      get stores() {
        return stores;
      },
      get parts() {
        return parts;
      },
      get basepath() {
        return fake.basepath;
      },
    });
  });
}
