import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../../electron/server/storage/database.ts';
import { createRecordRepository } from '../../../../../electron/server/storage/repositories/record-repository.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
let db: Database;

beforeAll(() => {
  db = openDatabase(`${folder.path}/tributary.db`, () => new Date()).db;
});

afterAll(() => {
  db.close();
  folder.remove();
});

let namespaces = 0;
function open(cleanup: 'incremental' | 'full') {
  namespaces += 1;
  const options = { cleanup, sourceIdKey: 'source' };
  const records = createRecordRepository(db).openRecords(`namespace-${namespaces}`, options).transactional;
  records.open();
  return records;
}

type Records = ReturnType<typeof open>;

function put(records: Records, source: string, count: number, runSeq: number): string[] {
  const rows = Array.from({ length: count }, (_, index) => ({
    contentKey: randomBytes(16),
    metadataHash: randomBytes(16),
    source,
    chunkNo: index + 1,
    chunkId: randomBytes(16),
  }));
  db.transaction(() => {
    records.seeSources([source], runSeq);
    records.put(rows, runSeq);
  })();
  return rows.map(({ chunkId }) => chunkId.toString('hex'));
}

/** Removes what is listed, as the clean-up does. */
function drain(
  records: Records,
  scope: 'incremental' | 'full',
  runSeq: number,
): { readonly ids: string[]; readonly largest: number } {
  const ids: string[] = [];
  let largest = 0;
  for (const page of records.listStale(scope, runSeq)) {
    largest = Math.max(largest, page.length);
    ids.push(...page.map(({ chunkId }) => chunkId.toString('hex')));
    records.remove(page.map(({ recordId }) => recordId));
  }
  return { ids, largest };
}

test('of more keys than are looked up at once, those that are known are found in the order asked', () => {
  const records = open('incremental');
  const rows = Array.from({ length: 200 }, (_, index) => ({
    contentKey: randomBytes(16),
    metadataHash: randomBytes(16),
    source: 'a.txt',
    chunkNo: index + 1,
    chunkId: randomBytes(16),
  }));
  const stored = rows.filter((_, index) => index % 3 !== 0);
  db.transaction(() => {
    records.seeSources(['a.txt'], 7);
    records.put(stored, 7);
  })();
  const known = records.exists(rows.map(({ contentKey }) => contentKey));
  expect(known.length).toBe(200);
  for (const [index, row] of rows.entries()) {
    const { metadataHash, chunkNo, chunkId } = row;
    if (index % 3 === 0) expect(known[index]).toBeUndefined();
    else expect(known[index]).toEqual({ recordId: expect.any(Number), metadataHash, chunkNo, chunkId, lastRun: 7 });
  }
});

describe('what a clean-up deletes', () => {
  test('full: all of the namespace that the run did not produce, and nothing of another one', () => {
    const other = open('full');
    put(other, 'a', 3, 1);
    const records = open('full');
    const old = [...put(records, 'a', 1700, 1), ...put(records, '', 2, 1)];
    put(records, 'a', 1200, 2);
    const { ids, largest } = drain(records, 'full', 2);
    expect(new Set(ids)).toEqual(new Set(old));
    expect(ids).toHaveLength(old.length);
    expect(largest).toBeLessThan(1000);
    expect([records.count(), other.count()]).toEqual([1200, 3]);
  });

  test('incremental: of the sources that the run saw, however many and however large', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string({ maxLength: 5 }), fc.integer({ min: 0, max: 30 }), fc.boolean()), {
          selector: ([name]) => name,
          maxLength: 20,
        }),
        (sources) => {
          const records = open('incremental');
          const expected: string[] = [];
          for (const [name, count, isSeen] of sources) {
            const ids = put(records, name, count, 1);
            if (isSeen) expected.push(...ids);
          }
          for (const [name, count, isSeen] of sources) if (isSeen) put(records, name, count % 3, 2);
          expect(drain(records, 'incremental', 2).ids.sort()).toEqual(expected.sort());
        },
      ),
      cases(20),
    );
  });

  test('incremental: more sources and more records of one than a page has', () => {
    const records = open('incremental');
    const old = Array.from({ length: 1100 }, (_, index) => put(records, `source ${index}`, 1, 1)).flat();
    const large = put(records, 'large', 1300, 1);
    db.transaction(() =>
      records.seeSources(['large', ...Array.from({ length: 1100 }, (_, index) => `source ${index}`)], 2),
    )();
    const { ids, largest } = drain(records, 'incremental', 2);
    expect(ids.sort()).toEqual([...old, ...large].sort());
    expect(largest).toBeLessThan(1000);
    expect(records.count()).toBe(0);
  });
});

test('lets others have their turn between two calls', async () => {
  const options = { cleanup: 'full', sourceIdKey: 'source' } as const;
  const records = createRecordRepository(db).openRecords('turns', options);
  const { signal } = new AbortController();
  const run = await records.startRun(1, signal);
  const calls = [
    () => records.exists([randomBytes(16)], signal),
    () => records.seeSources(['a'], run, signal),
    () => records.touch([1], run, signal),
    () => records.remove([1], signal),
  ];
  for (const call of calls) {
    let hadTurn = false;
    setImmediate(() => {
      hadTurn = true;
    });
    await call();
    expect(hadTurn).toBe(true);
  }
});
