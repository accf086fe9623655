import { expect, test } from 'vitest';
import {
  chunkIds,
  hex,
  idsOf,
  LONG_MS,
  listed,
  makeRecords,
  NO_RUN,
  never,
  putAll,
  type RecordContext,
  startRun,
} from './record-manager-rows.ts';

/** What a record manager lists for a clean-up. */
export function describeStale({ open }: RecordContext, large: number): void {
  test('a record can be marked as of no run at all', async () => {
    const records = await open();
    const run = await startRun(records);
    const rows = makeRecords('a.txt', 2);
    await putAll(records, rows, run);
    const [first = 0] = await idsOf(records, rows);
    await records.replace([{ recordId: first, metadataHash: Buffer.alloc(16), chunkNo: 0 }], NO_RUN, never);
    const [known] = await records.exists([rows[0]?.contentKey ?? Buffer.alloc(16)], never);
    expect(known?.lastRun).toBe(NO_RUN);
    expect(await listed(records, 'full', run)).toEqual(chunkIds(rows.slice(0, 1)));
  });

  test('stale, full: all of the namespace that the run did not produce', async () => {
    const records = await open('full');
    const old = [...makeRecords('a.txt', 3), ...makeRecords('b.txt', 2)];
    await putAll(records, old, await startRun(records));
    const run = await startRun(records);
    await records.seeSources(['a.txt'], run, never);
    const [kept = 0] = await idsOf(records, old);
    await records.touch([kept], run, never);
    await putAll(records, makeRecords('a.txt', 2), run);
    expect(await listed(records, 'full', run)).toEqual(chunkIds(old.slice(1)));
    expect(await listed(records, 'full', NO_RUN)).toHaveLength(7);
  });

  test('stale, incremental: only of sources that the run saw', async () => {
    const records = await open();
    const [a, b] = [makeRecords('a.txt', 3), makeRecords('b.txt', 2)];
    await putAll(records, [...a, ...b], await startRun(records));
    const run = await startRun(records);
    const [kept = 0] = await idsOf(records, a);
    await records.seeSources(['a.txt', 'new.txt'], run, never);
    await records.touch([kept], run, never);
    expect(await listed(records, 'incremental', run)).toEqual(chunkIds(a.slice(1)));
  });

  test('stale: sources that are to be left alone have nothing', async () => {
    const records = await open();
    const [a, b] = [makeRecords('a.txt', 3), makeRecords('b.txt', 2)];
    await putAll(records, [...a, ...b], await startRun(records));
    const run = await startRun(records);
    await records.seeSources(['a.txt', 'b.txt'], run, never);
    const except = new Set(['a.txt', 'unknown.txt']);
    expect(await listed(records, 'incremental', run, except)).toEqual(chunkIds(b));
    expect(await listed(records, 'full', run, except)).toEqual(chunkIds(b));
  });

  test('a source that the run saw without any chunk loses all of its chunks', async () => {
    const records = await open();
    const rows = makeRecords('a.txt', 3);
    await putAll(records, rows, await startRun(records));
    const run = await startRun(records);
    await records.seeSources(['a.txt'], run, never);
    expect(await listed(records, 'incremental', run)).toEqual(chunkIds(rows));
  });

  test('a run that saw nothing has nothing stale', async () => {
    const records = await open();
    await putAll(records, makeRecords('a.txt', 3), await startRun(records));
    expect(await listed(records, 'incremental', await startRun(records))).toEqual([]);
  });

  test('sources may be seen several times in a run, batch by batch', async () => {
    const records = await open();
    const old = makeRecords('a.txt', 4);
    await putAll(records, old, await startRun(records));
    const run = await startRun(records);
    await putAll(records, makeRecords('a.txt', 2), run);
    await putAll(records, makeRecords('b.txt', 2), run);
    await putAll(records, makeRecords('a.txt', 2), run);
    expect(await listed(records, 'incremental', run)).toEqual(chunkIds(old));
  });

  test.each(['incremental', 'full'] as const)(
    `${large} records, removed page by page while they are listed (%s)`,
    async (scope) => {
      const records = await open(scope);
      const sources = Array.from({ length: 50 }, (_, index) => `file ${index}.txt`);
      const rows = sources.flatMap((source) => makeRecords(source, Math.ceil(large / sources.length)));
      const before = await startRun(records);
      await putAll(records, rows, before);
      expect(await records.count(never)).toBe(rows.length);
      const run = await startRun(records);
      await records.seeSources(sources, run, never);
      const kept = rows.filter((_row, index) => index % 10 === 0);
      await records.touch(await idsOf(records, kept), run, never);
      let largest = 0;
      const gone: Buffer[] = [];
      for await (const page of records.listStale(scope, run, never)) {
        largest = Math.max(largest, page.length);
        gone.push(...page.map(({ chunkId }) => chunkId));
        await records.remove(
          page.map(({ recordId }) => recordId),
          never,
        );
      }
      expect(hex(gone)).toEqual(chunkIds(rows.filter((_row, index) => index % 10 !== 0)));
      expect(largest, 'pages, not all at once').toBeLessThan(rows.length / 2);
      expect(await records.count(never)).toBe(kept.length);
      expect(await listed(records, scope, run)).toEqual([]);
    },
    LONG_MS,
  );

  test('a list of stale records can be left half-way, and the manager used on', async () => {
    const records = await open('full');
    await putAll(records, makeRecords('a.txt', large), await startRun(records));
    for await (const page of records.listStale('full', NO_RUN, never)) if (page.length > 0) break;
    expect(await records.count(never)).toBe(large);
  });
}
