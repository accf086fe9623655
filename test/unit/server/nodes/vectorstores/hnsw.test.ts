import { describe, expect, test } from 'vitest';
import { hnsw } from '../../../../../electron/server/nodes/vectorstores/hnsw.ts';
import { createVectorService } from '../../../../../electron/server/stores/local/vector-service.ts';
import { hnsw as definition } from '../../../../../shared/nodes/vectorstores/hnsw.ts';
import { createTestLog, createTestStore } from '../../../../helpers/builders/vector-corpus.ts';

describe('hnsw node', () => {
  test.each([
    ['', 'flow-1'],
    ['shared.notes', 'shared.notes'],
  ])('collection "%s" opens "%s"', async (collection, expected) => {
    const store = createTestStore();
    const service = createVectorService({
      db: store.db,
      databaseFile: store.file,
      dataDir: store.dir,
      log: createTestLog(),
    });
    try {
      const params = definition.params.parse({ collection });
      const opened = hnsw.open(params, undefined, { ...service, ownerId: 'flow-1' });
      expect(opened.transactional).toBeDefined();
      expect(opened.collection).toBe(expected);
      expect(await opened.count(new AbortController().signal)).toBe(0);
    } finally {
      await service.close();
      store.remove();
    }
  });
});
