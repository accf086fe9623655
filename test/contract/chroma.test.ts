import { describe, test } from 'vitest';
import { createChromaStore } from '../../electron/server/stores/chroma/chroma-store.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';
import { describeVectorStore } from '../helpers/contracts/vector-store-contract.ts';
import { chromaSkipReason, startChroma } from '../helpers/servers/chroma-server.ts';

if (chromaSkipReason === undefined) {
  describeVectorStore('Chroma', async () => {
    const { url, stop } = await startChroma();
    return {
      open(name) {
        // The store's full name begins with its address.
        const collection = name.slice(name.lastIndexOf('/') + 1);
        return createChromaStore({ url, collection, apiKey: '', tenant: '', database: '', filter: {} });
      },
      stop,
    };
  });
  describeUpsertContract('Chroma', async () => {
    const { url, stop } = await startChroma();
    return {
      store: (collectionName) => ({ definition: nodeDefinitions.chroma, inputs: { chromaURL: url, collectionName } }),
      stop,
    };
  });
} else {
  describe('Chroma', () => {
    test.skip(`is not tested: ${chromaSkipReason}`, () => undefined);
  });
}
