import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChunkRecord, RecordManager } from '../../../../electron/server/core/record-manager.ts';
import { describeRecordManager } from '../../../helpers/contracts/record-manager-contract.ts';
import { startRun } from '../../../helpers/contracts/record-manager-rows.ts';
import { type RecordDatabase, recordDatabases } from '../../../helpers/servers/record-databases.ts';

const never = new AbortController().signal;

function makeRecord(source: string): ChunkRecord {
  return { contentKey: randomBytes(16), metadataHash: randomBytes(16), source, chunkNo: 1, chunkId: randomBytes(16) };
}

async function put(records: RecordManager, rows: readonly ChunkRecord[], run: number): Promise<void> {
  await records.seeSources([...new Set(rows.map(({ source }) => source))], run, never);
  expect(await records.put(rows, run, never)).toHaveLength(rows.length);
}

async function stale(records: RecordManager, scope: 'incremental' | 'full', run: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of records.listStale(scope, run, never))
    ids.push(...page.map(({ chunkId }) => chunkId.toString('hex')));
  return ids.sort();
}

const idsOf = (rows: readonly ChunkRecord[]): string[] => rows.map(({ chunkId }) => chunkId.toString('hex')).sort();

for (const { name, skipReason, start } of recordDatabases) {
  if (skipReason !== undefined) console.warn(`\nRECORDS IN ${name.toUpperCase()} ARE NOT TESTED: ${skipReason}.\n`);

  describe.skipIf(skipReason !== undefined)(name, () => {
    let database: RecordDatabase;
    beforeAll(async () => {
      database = await start();
    });
    afterAll(() => database.stop());

    describeRecordManager(name, () => ({ open: (...args) => database.open(...args) }));

    describe('shared by several machines', () => {
      const opened: RecordManager[] = [];

      afterAll(async () => {
        for (const records of opened) await records.close();
      });

      function open(...args: Parameters<RecordDatabase['open']>): RecordManager {
        const records = database.open(...args);
        opened.push(records);
        return records;
      }

      test('a slower, older run keeps what a newer run produced', async () => {
        const [slow, fast] = [open('overtaken'), open('overtaken')];
        const shared = makeRecord('a.txt');
        const old = makeRecord('a.txt');
        await put(slow, [shared, old], await startRun(slow));
        const first = await startRun(slow);
        const second = await startRun(fast);
        const [known] = await fast.exists([shared.contentKey], never);
        await fast.seeSources(['a.txt'], second, never);
        await fast.touch([known?.recordId ?? 0], second, never);
        const added = makeRecord('a.txt');
        await put(fast, [added], second);
        // The first run goes on, and does what it has to do for its own chunks.
        await slow.seeSources(['a.txt'], first, never);
        await slow.touch([known?.recordId ?? 0], first, never);
        expect(await stale(slow, 'full', first)).toEqual(idsOf([old]));
        expect(await stale(slow, 'incremental', first), 'left to the run that saw it last').toEqual([]);
        expect(await stale(fast, 'incremental', second)).toEqual(idsOf([old]));
        expect((await fast.exists([shared.contentKey], never))[0]?.lastRun).toBe(second);
      });

      test('a chunk that another run put first is marked as of this one as well', async () => {
        const [one, two] = [open('twice'), open('twice')];
        const row = makeRecord('a.txt');
        const [first, second] = [await startRun(one), await startRun(two)];
        await put(one, [row], first);
        await two.seeSources(['a.txt'], second, never);
        expect(await two.put([row], second, never)).toEqual([]);
        expect(await stale(two, 'full', second)).toEqual([]);
      });

      test('runs that write the same records in different orders all end', async () => {
        const handles = Array.from({ length: 4 }, () => open('crossing'));
        const rows = Array.from({ length: 500 }, (_, index) => makeRecord(`file-${index % 50}.txt`));
        const [first] = handles;
        if (first === undefined) throw new Error('There is a handle.');
        await put(first, rows, await startRun(first));
        const known = await first.exists(
          rows.map(({ contentKey }) => contentKey),
          never,
        );
        const ids = known.map((record) => record?.recordId ?? 0);
        async function write(records: RecordManager, place: number): Promise<void> {
          const run = await startRun(records);
          const inOrder = <T>(list: readonly T[]): readonly T[] => (place % 2 === 0 ? list : list.toReversed());
          const sources = inOrder(rows).map(({ source }) => source);
          await records.seeSources(sources, run, never);
          // What another run put meanwhile is marked, by the keys of contents instead of numbers.
          expect(await records.put(inOrder(rows), run, never)).toEqual([]);
          await records.touch(inOrder(ids), run, never);
          const replaced = ids.map((recordId) => ({ recordId, metadataHash: randomBytes(16), chunkNo: place }));
          await records.replace(inOrder(replaced), run, never);
        }
        for (let round = 0; round < 8; round++) await Promise.all(handles.map(write));
        expect(await first.count(never)).toBe(500);
      });

      test('there is nothing to change where there is no table, and none is made for it', async () => {
        const records = open('absent', 'full', 'tributary_absent');
        await records.touch([1], 1, never);
        await records.replace([{ recordId: 1, metadataHash: randomBytes(16), chunkNo: 1 }], 1, never);
        await records.remove([1], never);
        await expect(database.exec('SELECT 1 FROM tributary_absent')).rejects.toThrow();
      });

      test('sources and namespaces that differ in case, accents or trailing spaces only are different', async () => {
        const names = ['a.txt', 'A.txt', 'á.txt', 'a.txt ', 'a.TXT', '', ' '];
        const records = open('Names');
        const rows = names.map(makeRecord);
        await put(records, rows, await startRun(records));
        for (const [place, source] of names.entries()) {
          const run = await startRun(records);
          await records.seeSources([source], run, never);
          expect(await stale(records, 'incremental', run)).toEqual(idsOf(rows.slice(place, place + 1)));
        }
        expect(await open('names').count(never)).toBe(0);
        expect(await open('Names').count(never)).toBe(names.length);
      });

      test('sources may be longer than an index takes, and hold any character', async () => {
        const long = 'https://example.org/?q='.padEnd(20_000, 'x');
        const rows = [long, `${long}y`, 'nul \0', 'half \ud800', '😀'].map(makeRecord);
        const records = open('long');
        await put(records, rows, await startRun(records));
        const run = await startRun(records);
        await records.seeSources([long], run, never);
        expect(await stale(records, 'incremental', run)).toEqual(idsOf(rows.slice(0, 1)));
      });

      test('thousands of sources, and a source of thousands of records, are listed once each', async () => {
        const records = open('many', 'full');
        const run = await startRun(records);
        const rows = [
          ...Array.from({ length: 1200 }, (_, index) => makeRecord(`file-${index}.txt`)),
          ...Array.from({ length: 2500 }, () => makeRecord('file-7.txt')),
        ];
        await put(records, rows, run);
        expect(await stale(records, 'full', -1)).toEqual(idsOf(rows));
        expect(await stale(records, 'full', await startRun(records))).toEqual(idsOf(rows));
      });

      test('a record of an unannounced source is a bug', async () => {
        const records = open('unannounced');
        await expect(records.put([makeRecord('a.txt')], await startRun(records), never)).rejects.toThrow('seeSources');
        expect(await records.count(never)).toBe(0);
      });

      test('the check creates nothing, and counts the records of an existing table', async () => {
        const records = open('checked', 'full', 'fresh_records');
        expect(await records.check(never)).toContain('The first run will keep its records in the table fresh_records.');
        expect(await records.exists([randomBytes(16)], never)).toEqual([undefined]);
        await expect(database.exec('SELECT 1 FROM fresh_records')).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
        await put(records, [makeRecord('a.txt')], await startRun(records));
        expect(await records.check(never)).toMatch(
          / answers at 127\.0\.0\.1:\d+\. The table fresh_records holds 1 record of this flow\.$/,
        );
      });

      test("a table of another program, such as Flowise's, is refused and left as it is", async () => {
        await database.exec(
          'CREATE TABLE upsertion_records (uuid varchar(36), namespace varchar(100), group_id varchar(100))',
        );
        const records = open('flowise', 'full', 'upsertion_records');
        await expect(startRun(records)).rejects.toMatchObject({ code: 'INVALID_PARAM', status: 422 });
        await expect(records.check(never)).rejects.toMatchObject({ code: 'INVALID_PARAM' });
        await expect(database.exec('SELECT 1 FROM upsertion_records_runs')).rejects.toThrow();
      });
    });
  });
}
