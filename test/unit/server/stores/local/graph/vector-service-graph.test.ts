import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../../../../electron/server/stores/local/graph/manifest.ts';
import { cases } from '../../../../../helpers/builders/cases.ts';
import { nearest, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';
import { makeVectorServiceSuite, question } from '../../../../../helpers/servers/vector-service-suite.ts';

const never = new AbortController().signal;

describe('vector service', () => {
  const suite = makeVectorServiceSuite();
  const { add, addAndIndex, expectExact, next, open, random, remove } = suite;

  test('a large collection: graph and tail equal the comparison with all, at any moment', async () => {
    add(500);
    await expectExact();
    await addAndIndex(100);
    await expectExact();
    remove(suite.stored.slice(0, 40));
    add(30);
    await expectExact();
    const vector = randomVector(random);
    const filtered = await suite.collection.query(question(vector, { filter: { even: true }, topK: 5 }), never);
    const even = suite.stored.filter(({ metadata }) => metadata?.even === true);
    expect(filtered.map(({ id }) => id)).toEqual(nearest(even, vector, 5));
    const rare = await suite.collection.query(question(vector, { filter: { no: [3, 77, 90] } }), never);
    expect(rare).toHaveLength(2);
  });

  test('the graph is saved, loaded at the next start, and goes on', async () => {
    const saved = next('graphSaved');
    await addAndIndex(300);
    await saved;
    await suite.service.close();
    expect(readManifest(suite.store.db, 1)).toMatchObject({ generation: 1, elementCount: 300, logSeq: 300 });
    open();
    const opened = next('graphOpened');
    await expectExact(1);
    await opened;
    await expectExact();
    await addAndIndex(20);
    await expectExact();
    expect(suite.log.lines.filter((line) => line.includes('built anew'))).toEqual([]);
  });

  test('quitting in the middle of a build costs at most 2,000 insertions', async () => {
    await suite.service.close();
    open(100, {});
    const saved = next('graphSaved');
    add(6000);
    await saved;
    // As Ctrl+C in a terminal does, to server and index process alike.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.kill(suite.service.indexProcessId ?? Number.NaN, signal);
    expect(await suite.service.close()).toBeLessThanOrEqual(2000);
    expect(readManifest(suite.store.db, 1)?.elementCount).toBeGreaterThanOrEqual(2000);
    open();
    const done = next('graphCaughtUp');
    await expectExact(1);
    await done;
    await expectExact();
    expect(suite.log.lines.filter((line) => line.includes('built anew'))).toEqual([]);
  });

  test('what was not saved before is saved at the quit', async () => {
    await suite.service.close();
    open(100, { saveAfterChanges: 10_000, saveWithinChanges: 10_000 });
    await addAndIndex(2500);
    expect(readManifest(suite.store.db, 1)).toBeUndefined();
    expect(await suite.service.close()).toBe(0);
    expect(readManifest(suite.store.db, 1)).toMatchObject({ elementCount: 2500, logSeq: 2500 });
    open();
  });

  test('is rebuilt after a flipped byte in its file, with exact answers meanwhile', async () => {
    const saved = next('graphSaved');
    await addAndIndex(300);
    await saved;
    await suite.service.close();
    const file = join(suite.store.dir, 'index', readManifest(suite.store.db, 1)?.file ?? '');
    const bytes = readFileSync(file);
    bytes[4000] = (bytes[4000] ?? 0) ^ 0x10;
    writeFileSync(file, bytes);
    open();
    const rebuilt = next('graphSaved');
    await expectExact(1);
    await rebuilt;
    await expectExact();
    expect(suite.log.lines.filter((line) => line.includes('its file was changed'))).toHaveLength(1);
    expect(readManifest(suite.store.db, 1)).toMatchObject({ generation: 2, elementCount: 300 });
  });

  test('is rebuilt when over a quarter is deleted', async () => {
    await suite.service.close();
    open(100, { saveAfterChanges: 50, rebuildFromDeleted: 20 });
    await addAndIndex(400);
    const saved = next('graphSaved');
    remove(suite.stored.slice(0, 150));
    await saved;
    await expectExact();
    expect(readManifest(suite.store.db, 1)).toMatchObject({ elementCount: 250, deletedCount: 0 });
  });

  test('any sequence of adds, deletes and questions equals the comparison with all', async () => {
    await suite.service.close();
    open(20, { saveAfterChanges: 30, saveWithinChanges: 30, rebuildFromDeleted: 10 });
    const command = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ kind: fc.constant('remove' as const), count: fc.integer({ min: 1, max: 15 }) }),
      fc.record({ kind: fc.constant('ask' as const), count: fc.constant(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
        for (const { kind, count } of commands) {
          if (kind === 'add') add(count);
          else if (kind === 'remove') remove(suite.stored.slice(0, count));
          else await expectExact(count);
        }
        expect(suite.collection.count()).toBe(suite.stored.length);
      }),
      cases(10),
    );
  });
});
