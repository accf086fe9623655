import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DryRunResultSchema } from '../../../shared/api/dry-run.ts';
import { file, NOTHING, paragraphs, SPLITTER, type UpsertParts } from '../builders/upsert-parts.ts';
import type { StoreClient } from '../servers/store-client.ts';

/** What the tests need. */
export interface StoreUpsertContext {
  readonly stores: StoreClient;
  readonly parts: UpsertParts;
  /** Of the embedding server. */
  readonly basepath: string;
}

/** The behaviour of document stores with a vector store and a record manager. */
export function describeStoreUpserts(context: StoreUpsertContext): void {
  describe('a document store', () => {
    const fields = {
      loader: JSON.stringify({ name: 'textFile', config: {} }),
      splitter: JSON.stringify({ name: 'recursiveCharacterTextSplitter', config: SPLITTER }),
    };

    async function newStore(): Promise<string> {
      const use = context.parts.store(`d_${randomUUID().replaceAll('-', '')}`);
      const records = context.parts.records?.();
      const store = await context.stores.create({
        embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: context.basepath } },
        vectorStoreConfig: { name: use.definition.name, config: use.inputs },
        ...(records === undefined
          ? {}
          : { recordManagerConfig: { name: records.definition.name, config: records.inputs } }),
      });
      return store.id;
    }
    async function found(id: string): Promise<string[]> {
      const { docs } = await context.stores.query(id, { query: 'Paragraph', mode: 'vector', topK: 1000 });
      return docs.map(({ pageContent }) => pageContent).sort();
    }

    test('brings its chunks, again only what changed, and takes a loader out', async () => {
      const id = await newStore();
      const first = await context.stores.upsert(id, [file('a.txt', paragraphs(0, 10))], fields);
      expect(first).toMatchObject({ ...NOTHING, numAdded: 10 });
      const second = await context.stores.upsert(id, [file('b.txt', paragraphs(10, 14))], fields);
      expect(second).toMatchObject({ numAdded: 4, numDeleted: 0 });
      expect(await context.stores.upsertJson(id)).toMatchObject({ ...NOTHING, numSkipped: 14 });
      expect(await found(id)).toEqual(paragraphs(0, 14));

      const page = await context.stores.chunks(id, first.docId);
      const chunk = page.chunks.find(({ pageContent }) => pageContent === paragraphs(3, 4)[0]);
      await context.stores.json('PUT', `/chunks/${id}/${first.docId}/${chunk?.id}`, {
        pageContent: 'Paragraph of a person.',
      });
      expect(await context.stores.upsertJson(id)).toMatchObject({ numAdded: 1, numDeleted: 1, numSkipped: 13 });
      expect(await found(id)).toContain('Paragraph of a person.');

      expect((await context.stores.remove(`/loader/${id}/${first.docId}`)).status).toBe(200);
      expect(await found(id)).toEqual(paragraphs(10, 14));
    });

    test('empties its collection, and fills it again', async () => {
      const id = await newStore();
      await context.stores.upsert(id, [file('a.txt', paragraphs(0, 6))], fields);
      expect((await context.stores.remove(`/vectorstore/${id}`)).status).toBe(200);
      expect(await found(id)).toEqual([]);
      expect(await context.stores.upsertJson(id)).toMatchObject({ ...NOTHING, numAdded: 6 });
      expect(await found(id)).toEqual(paragraphs(0, 6));
      expect((await context.stores.remove(`/store/${id}`)).status).toBe(200);
    });

    test('says what an upsert would do', async () => {
      const id = await newStore();
      const first = await context.stores.upsert(id, [file('a.txt', paragraphs(0, 6))], fields);
      const call = { ...fields, docId: first.docId ?? '', replaceExisting: 'true' };
      const answer = await context.stores.upload(`/upsert/${id}?dryRun=true`, [file('a.txt', paragraphs(2, 7))], call);
      expect(answer).toMatchObject({
        status: 200,
        body: { numAdded: 1, numDeleted: 2, numSkipped: 4, numUpdated: 0 },
      });
      const { deleted } = DryRunResultSchema.parse(answer.body);
      expect(deleted.map(({ pageContent }) => pageContent).sort()).toEqual(paragraphs(0, 2));
      expect(await found(id)).toEqual(paragraphs(0, 6));
    });

    test('its settings can be tried', async () => {
      const id = await newStore();
      const answer = await context.stores.json('POST', '/vectorstore/test', { storeId: id });
      expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    });
  });
}
