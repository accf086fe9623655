import { afterAll, beforeAll } from 'vitest';
import { type FakeOpenAI, type FakeOpenAIOptions, startFakeOpenAI } from '../fakes/fake-openai.ts';
import { paragraphs } from '../servers/document-store-suite.ts';
import { createStoreClient, type StoreClient } from '../servers/store-client.ts';
import { type BrowserSuite, setUpBrowserSuite } from './browser-suite.ts';
import { type StoresPage, storesPage } from './stores-page.ts';

/** A browser suite with a model elsewhere, for tests of document stores. */
export interface StoresSuite {
  readonly suite: BrowserSuite;
  readonly fake: FakeOpenAI;
  /** The page of the test. */
  readonly window: StoresPage;
  readonly api: StoreClient;
  /** An empty store. Returns its id, like `filledStore`. */
  newStore(name: string): Promise<string>;
  /** A store with 6 chunks of the file a.txt. */
  filledStore(name: string): Promise<string>;
}

/** For a `describe`. @param reply the answers of the model, if others than the fake's */
export function setUpStoresSuite(reply?: FakeOpenAIOptions['reply']): StoresSuite {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  let fake: FakeOpenAI;
  const api = () => createStoreClient(suite.url);
  beforeAll(async () => {
    fake = await startFakeOpenAI({ dimensions: 16, ...(reply === undefined ? {} : { reply }) });
  });
  afterAll(() => fake.close());

  async function newStore(name: string): Promise<string> {
    const { id } = await api().create({
      name,
      embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath, modelName: 'one' } },
      vectorStoreConfig: { name: 'hnsw', config: {} },
      recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
    });
    return id;
  }

  return {
    suite,
    get fake() {
      return fake;
    },
    get window() {
      return storesPage(suite.page, suite.url);
    },
    get api() {
      return api();
    },
    newStore,
    async filledStore(name) {
      const id = await newStore(name);
      await api().upsert(id, [{ name: 'a.txt', content: paragraphs(6) }], {
        loader: JSON.stringify({ name: 'textFile', config: {} }),
        splitter: JSON.stringify({
          name: 'recursiveCharacterTextSplitter',
          config: { chunkSize: 100, chunkOverlap: 0 },
        }),
      });
      return id;
    },
  };
}
