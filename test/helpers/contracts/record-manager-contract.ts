import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CleanupMode, RecordManager } from '../../../electron/server/core/record-manager.ts';
import {
  idsOf,
  LONG_MS,
  listed,
  makeRecord,
  makeRecords,
  NO_RUN,
  never,
  newName,
  putAll,
  startRun,
} from './record-manager-rows.ts';
import { describeStale } from './record-manager-stale.ts';

/** A running record manager of one kind. */
export interface RecordsUnderTest {
  /** A handle of a namespace; the same name is the same namespace, and a new name is an empty one. */
  open(namespace: string, cleanup: CleanupMode): RecordManager | Promise<RecordManager>;
  stop?(): void | Promise<void>;
}

export interface RecordContractOptions {
  /** Records of the large test. */
  readonly large?: number;
}

/** The behaviour of every record manager. `start` is called once, before the tests. */
export function describeRecordManager(
  name: string,
  start: () => RecordsUnderTest | Promise<RecordsUnderTest>,
  { large = 2500 }: RecordContractOptions = {},
): void {
  describe(`${name} as a record manager`, () => {
    let underTest: RecordsUnderTest;
    const opened: RecordManager[] = [];

    beforeAll(async () => {
      underTest = await start();
    }, LONG_MS);

    afterAll(async () => {
      for (const records of opened) await records.close();
      await underTest.stop?.();
    }, LONG_MS);

    async function open(cleanup: CleanupMode = 'incremental', namespace: string = newName()): Promise<RecordManager> {
      const records = await underTest.open(namespace, cleanup);
      opened.push(records);
      return records;
    }

    test('before anything was written: nothing known, nothing stale, none counted', async () => {
      const records = await open();
      expect(await records.exists([randomBytes(16), randomBytes(16)], never)).toEqual([undefined, undefined]);
      expect(await records.exists([], never)).toEqual([]);
      expect(await records.count(never)).toBe(0);
      expect(await records.check(never)).toMatch(/\w+/);
    });

    test('says what it was opened with', async () => {
      const records = await open('full');
      expect(records).toMatchObject({ cleanup: 'full', sourceIdKey: 'source' });
      expect(records.namespace).not.toBe('');
    });

    test('numbers of runs grow, also from several handles at once', async () => {
      const one = await open();
      const other = await open();
      const first = await startRun(one);
      const second = await startRun(other);
      expect(second).toBeGreaterThan(first);
      const many = await Promise.all(Array.from({ length: 8 }, (_, index) => startRun(index % 2 === 0 ? one : other)));
      expect(new Set([...many, first, second]).size).toBe(10);
      expect(Math.min(...many)).toBeGreaterThan(second);
      expect(many.every(Number.isSafeInteger)).toBe(true);
    });

    test('what is put is known again, in the order asked, byte by byte', async () => {
      const records = await open();
      const run = await startRun(records);
      const rows = [
        ...makeRecords('a.txt', 5),
        makeRecord('', 1),
        makeRecord("it's; DROP TABLE x; -- \\ 漢字 😀 é", 2_000_000),
        { ...makeRecord('zeros'), contentKey: Buffer.alloc(16), metadataHash: Buffer.alloc(16, 255) },
      ];
      await putAll(records, rows, run);
      const asked = [...rows].reverse();
      const known = await records.exists([...asked.map(({ contentKey }) => contentKey), randomBytes(16)], never);
      expect(known).toHaveLength(rows.length + 1);
      expect(known.at(-1)).toBeUndefined();
      for (const [index, row] of asked.entries()) {
        expect(known[index]).toMatchObject({ chunkNo: row.chunkNo, lastRun: run });
        expect(known[index]?.metadataHash.equals(row.metadataHash)).toBe(true);
        expect(known[index]?.chunkId.equals(row.chunkId)).toBe(true);
      }
      expect(new Set(known.slice(0, -1).map((record) => record?.recordId)).size).toBe(rows.length);
      expect(await records.count(never)).toBe(rows.length);
    });

    test('the same key asked twice is answered twice', async () => {
      const records = await open();
      const run = await startRun(records);
      const row = makeRecord('a.txt');
      await putAll(records, [row], run);
      const known = await records.exists([row.contentKey, randomBytes(16), row.contentKey], never);
      expect(known[0]?.recordId).toBe(known[2]?.recordId);
      expect(known[1]).toBeUndefined();
    });

    test('a key that is known already is not added, and the record that is there stays', async () => {
      const records = await open();
      const run = await startRun(records);
      const row = makeRecord('a.txt');
      await putAll(records, [row], run);
      const again = { ...makeRecord('a.txt', 9), contentKey: row.contentKey };
      const fresh = makeRecord('a.txt', 2);
      expect(await records.put([again, fresh], run, never)).toEqual([1]);
      expect(await records.put([again, fresh], run, never)).toEqual([]);
      const [known] = await records.exists([row.contentKey], never);
      expect(known?.chunkId.equals(row.chunkId)).toBe(true);
      expect(known?.chunkNo).toBe(1);
      expect(await records.count(never)).toBe(2);
    });

    test('namespaces do not see each other, not even equal keys', async () => {
      const one = await open();
      const other = await open();
      const row = makeRecord('a.txt');
      await putAll(one, [row], await startRun(one));
      expect(await other.exists([row.contentKey], never)).toEqual([undefined]);
      await putAll(other, [{ ...row, chunkId: randomBytes(16) }], await startRun(other));
      expect(await one.count(never)).toBe(1);
      expect(await listed(other, 'full', NO_RUN)).toHaveLength(1);
      await other.remove(await idsOf(other, [row]), never);
      expect(await one.count(never)).toBe(1);
      expect(await other.count(never)).toBe(0);
    });

    test('another handle of the namespace knows what is confirmed', async () => {
      const name = newName();
      const records = await open('incremental', name);
      const row = makeRecord('a.txt');
      await putAll(records, [row], await startRun(records));
      const other = await open('full', name);
      expect(other.namespace).toBe(records.namespace);
      const [known] = await other.exists([row.contentKey], never);
      expect(known?.chunkId.equals(row.chunkId)).toBe(true);
    });

    test('touched and replaced records are of the new run; replaced ones have their new metadata and place', async () => {
      const records = await open();
      const rows = makeRecords('a.txt', 4);
      await putAll(records, rows, await startRun(records));
      const [touched = 0, replaced = 0, changed = 0] = await idsOf(records, rows);
      const run = await startRun(records);
      const metadataHash = randomBytes(16);
      await records.touch([touched], run, never);
      await records.replace(
        [
          { recordId: replaced, metadataHash, chunkNo: 40 },
          { recordId: changed, metadataHash: Buffer.alloc(16), chunkNo: 0 },
        ],
        run,
        never,
      );
      await records.touch([], run, never);
      await records.replace([], run, never);
      const known = await records.exists(
        rows.map(({ contentKey }) => contentKey),
        never,
      );
      expect(known.map((record) => record?.lastRun === run)).toEqual([true, true, true, false]);
      expect(known[0]?.metadataHash.equals(rows[0]?.metadataHash ?? Buffer.alloc(0))).toBe(true);
      expect(known[1]?.metadataHash.equals(metadataHash)).toBe(true);
      expect(known[1]?.chunkNo).toBe(40);
      expect(known[1]?.chunkId.equals(rows[1]?.chunkId ?? Buffer.alloc(0))).toBe(true);
      expect(known[2]?.metadataHash.equals(Buffer.alloc(16))).toBe(true);
    });

    test('removed records are gone; unknown and repeated ids are no error', async () => {
      const records = await open();
      const rows = makeRecords('a.txt', 3);
      await putAll(records, rows, await startRun(records));
      const [first = 0, second = 0] = await idsOf(records, rows);
      await records.remove([first, second, 987_654_321], never);
      await records.remove([first], never);
      await records.remove([], never);
      const known = await records.exists(
        rows.map(({ contentKey }) => contentKey),
        never,
      );
      expect(known.map((record) => record === undefined)).toEqual([true, true, false]);
      expect(await records.count(never)).toBe(1);
      await putAll(records, rows.slice(0, 2), await startRun(records));
      expect(await records.count(never)).toBe(3);
    });

    test('two handles that put the same keys at the same time: each key is added once', async () => {
      const name = newName();
      const [one, two] = [await open('incremental', name), await open('incremental', name)];
      const rows = makeRecords('a.txt', 300);
      const [first, second] = [await startRun(one), await startRun(two)];
      await one.seeSources(['a.txt'], first, never);
      await two.seeSources(['a.txt'], second, never);
      const added = await Promise.all([one.put(rows, first, never), two.put(rows.toReversed(), second, never)]);
      expect(added[0].length + added[1].length).toBe(rows.length);
      expect(await one.count(never)).toBe(rows.length);
    });

    test('an aborted call fails and writes nothing', async () => {
      const records = await open();
      const run = await startRun(records);
      const rows = makeRecords('a.txt', 2);
      await putAll(records, rows, run);
      const ids = await idsOf(records, rows);
      const aborted = AbortSignal.abort(new Error('stopped by the test'));
      await expect(records.put(makeRecords('a.txt', 1), run, aborted)).rejects.toThrow();
      await expect(records.remove(ids, aborted)).rejects.toThrow();
      await expect(records.startRun(1, aborted)).rejects.toThrow();
      await expect(records.exists([randomBytes(16)], aborted)).rejects.toThrow();
      await expect(records.count(aborted)).rejects.toThrow();
      expect(await records.count(never)).toBe(2);
    });

    test('closing a handle that was never used', async () => {
      await (await underTest.open(newName(), 'none')).close();
    });

    describeStale({ open }, large);
  });
}
