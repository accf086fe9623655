import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCollectionWrites } from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import type {
  KeywordQuestion,
  KeywordThreadQuestion,
} from '../../../../../../electron/server/stores/local/search/search-messages.ts';
import { SearchClient } from '../../../../../../electron/server/stores/local/search/search-threads.ts';
import {
  createTestLog,
  createTestStore,
  type TestStore,
  uuidBytes,
} from '../../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const words = (text: string): KeywordQuestion => ({
  kind: 'keyword',
  collectionId: 1,
  text,
  topK: 5,
  filter: undefined,
});

describe('search client', () => {
  let store: TestStore;
  let client: SearchClient<KeywordThreadQuestion>;
  let log: ReturnType<typeof createTestLog>;
  let onCaughtUp: () => void;

  beforeEach(() => {
    store = createTestStore();
    log = createTestLog();
    onCaughtUp = () => undefined;
    client = new SearchClient({
      entry: 'keyword-worker',
      log,
      workerData: () => ({
        databaseFile: store.file,
        file: join(store.dir, 'keyword.db'),
        storeId: 'store-1',
        maxLogSeq: 0,
        matrixBytes: 0,
      }),
      onCaughtUp: () => onCaughtUp(),
    });
    const writes = createCollectionWrites(store.db);
    const chunk = { id: uuidBytes(), content: 'a cat', metadata: '{}', chunkNo: 1, embeddingId: 1 };
    writes.upsert(writes.idOf('notes'), [chunk]);
  });
  afterEach(async () => {
    await client.close();
    store.remove();
  });

  test('a worker that crashes fails the open questions, and the next one is answered by a new worker', async () => {
    expect((await client.ask(words('cat'), never)).chunks).toHaveLength(1);
    const broken = client.ask({ ...words('cat'), topK: -1 }, never);
    await expect(broken).rejects.toMatchObject({ code: 'WORKER_CRASHED', status: 503 });
    expect(log.lines).toEqual([expect.stringContaining('The keyword-worker failed')]);
    expect((await client.ask(words('cat'), never)).chunks).toHaveLength(1);
  });

  function caughtUp(): Promise<void> {
    return new Promise((resolve) => {
      onCaughtUp = resolve;
    });
  }

  test('what a question left is taken in behind it, also while a run is writing', async () => {
    client.catchUp(1, 'full');
    client.hold(true);
    const done = caughtUp();
    expect((await client.ask(words('cat'), never)).chunks).toHaveLength(1);
    await done;
    expect(await client.ask({ kind: 'position', collectionId: 1 }, never)).toEqual({ position: 1 });
  });

  test('pauses the index while held, except for slow background work, and then continues', async () => {
    const first = caughtUp();
    await client.ask(words('cat'), never);
    await first;
    client.hold(true);
    let isDone = false;
    const full = caughtUp().then(() => {
      isDone = true;
    });
    client.catchUp(1, 'full');
    expect((await client.ask(words('cat'), never)).chunks).toHaveLength(1);
    expect(isDone).toBe(false);
    client.hold(false);
    await full;
    const gentle = caughtUp();
    client.hold(true);
    client.catchUp(1, 'gentle');
    await gentle;
  });

  test('an error of the question comes back as itself', async () => {
    const filter = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, 1]));
    await expect(client.ask({ ...words('cat'), filter }, never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
