import { describe, test } from 'vitest';
import { createChromaStore } from '../../../../electron/server/outside/chroma-store.ts';
import { chromaSkipReason, startChroma } from '../../../helpers/chroma-server.ts';
import { describeVectorStore } from '../../../helpers/vector-store-contract.ts';

if (chromaSkipReason === undefined) {
  describeVectorStore('Chroma', async () => {
    const server = await startChroma();
    return {
      open: (name) => {
        // The store's full name begins with its address.
        const collection = name.slice(name.lastIndexOf('/') + 1);
        return createChromaStore({ url: server.url, collection, apiKey: '', tenant: '', database: '', filter: {} });
      },
      stop: () => server.stop(),
    };
  });
} else {
  describe('Chroma as a vector store', () => {
    test.skip(`skipped: ${chromaSkipReason}`, () => undefined);
  });
}
