import { beforeAll, expect } from 'vitest';
import { StoreLoaderSchema } from '../../../shared/api/document-stores.ts';
import type { FakeOpenAIOptions } from '../fakes/fake-openai.ts';
import { type ApiSuite, type ServerOwner, setUpApiSuite } from './api-suite.ts';
import { createStoreClient, type StoreClient } from './store-client.ts';

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
export const TEXT_LOADER = { name: 'textFile', config: {} };
export const SPLITTER = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 100, chunkOverlap: 0 } };
export const LINE_SPLITTER = { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 50, chunkOverlap: 0 } };

/** The loader settings of an upload: each of the {@link paragraphs} becomes a chunk. */
export const fields = { loader: JSON.stringify(TEXT_LOADER), splitter: JSON.stringify(SPLITTER) };

/** Paragraphs of one line each, so that a chunk is a paragraph. */
export function paragraphs(count: number, word = 'Paragraph'): string {
  return Array.from({ length: count }, (_, index) => `${word} ${index} ${'is about something '.repeat(4)}`.trim()).join(
    '\n\n',
  );
}

/** Lines that each become a chunk with {@link LINE_SPLITTER}. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `Line ${index} of forty characters or so.`).join('\n\n');
}

/** The environment of the document store tests. */
export interface DocumentStoreSuite extends ApiSuite {
  readonly stores: StoreClient;
  /** Settings of a store that embeds with the suite's embedding server. */
  vectorParts(): { readonly embeddingConfig: object; readonly vectorStoreConfig: object };
  newStore(extra?: object): Promise<string>;
  /** A store with one loader with this many chunks, in the vector store. */
  filledStore(count?: number): Promise<{ readonly id: string; readonly docId: string }>;
  /** A saved loader with five chunks that is not loaded yet. */
  saveLoader(storeId: string): Promise<string>;
}

/** Settings of a store that embeds with an embedding server. */
export function vectorParts(basepath: string) {
  return {
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath, openAIApiKey: 'sk-secret' } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  };
}

/** An API suite for document stores; vectors have 32 numbers by default. */
export function setUpDocumentStoreSuite(
  embedding: FakeOpenAIOptions = {},
  owner: ServerOwner = 'shared',
): DocumentStoreSuite {
  const suite = setUpApiSuite({ dimensions: 32, ...embedding }, owner);
  let stores: StoreClient;
  beforeAll(() => {
    stores = createStoreClient(suite.server.url);
  });

  async function newStore(extra: object = {}): Promise<string> {
    return (await stores.create({ ...vectorParts(suite.fake.basepath), ...extra })).id;
  }

  return {
    get server() {
      return suite.server;
    },
    get api() {
      return suite.api;
    },
    get fake() {
      return suite.fake;
    },
    get stores() {
      return stores;
    },
    vectorParts: () => vectorParts(suite.fake.basepath),
    newStore,
    async filledStore(count = 10) {
      const id = await newStore();
      const { docId } = await stores.upsert(id, [{ name: 'a.txt', content: paragraphs(count) }], fields);
      return { id, docId: docId ?? '' };
    },
    async saveLoader(storeId) {
      const answer = await stores.upload('/loader/save', [{ name: 'a.txt', content: lines(5) }], {
        storeId,
        loader: JSON.stringify(TEXT_LOADER),
        splitter: JSON.stringify(LINE_SPLITTER),
      });
      expect(answer.status).toBe(200);
      return StoreLoaderSchema.parse(answer.body).id;
    },
  };
}
