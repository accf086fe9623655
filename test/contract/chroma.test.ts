import { afterAll, beforeAll, describe, test } from 'vitest';
import { createChromaStore } from '../../electron/server/stores/chroma/chroma-store.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { describeVectorStore } from '../helpers/contracts/vector-store-contract.ts';
import { type ChromaServer, chromaSkipReason, startChroma } from '../helpers/servers/chroma-server.ts';

if (chromaSkipReason === undefined) {
  let server: ChromaServer;
  beforeAll(async () => {
    server = await startChroma();
  });
  afterAll(() => server.stop());

  describeVectorStore('Chroma', () => ({
    open(name) {
      // The store's full name begins with its address.
      const collection = name.slice(name.lastIndexOf('/') + 1);
      return createChromaStore({ url: server.url, collection, apiKey: '', tenant: '', database: '', filter: {} });
    },
  }));
  describeUpsertContract('Chroma', () => ({
    store: (collectionName) => ({
      definition: nodeDefinitions.chroma,
      inputs: { chromaURL: server.url, collectionName },
    }),
  }));
} else {
  describe('Chroma', () => {
    test.skip(`is not tested: ${chromaSkipReason}`, () => undefined);
  });
}
