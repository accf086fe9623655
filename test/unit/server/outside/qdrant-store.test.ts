import { createQdrantStore } from '../../../../electron/server/outside/qdrant-store.ts';
import { startFakeQdrant } from '../../../helpers/fake-qdrant.ts';
import { describeVectorStore } from '../../../helpers/vector-store-contract.ts';

describeVectorStore('Qdrant', async () => {
  const fake = await startFakeQdrant();
  return {
    open: (name) =>
      createQdrantStore({
        url: fake.url,
        apiKey: '',
        // The store's full name begins with its address.
        collection: name.slice(name.lastIndexOf('/') + 1),
        distance: 'Cosine',
        dimensions: undefined,
        configuration: {},
        contentKey: 'content',
        metadataKey: 'metadata',
        batchSize: 100,
        filter: {},
      }),
    stop: () => fake.close(),
  };
});
