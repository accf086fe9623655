import { readdirSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GRAPH_LIMITS } from '../../../../../../electron/server/stores/local/graph/graph-sync.ts';
import { GraphFixture } from '../../../../../helpers/builders/graph-fixture.ts';

describe('a graph', () => {
  let fixture: GraphFixture;
  beforeEach(() => {
    fixture = new GraphFixture();
  });
  afterEach(() => fixture.close());

  test('is saved at the end, and within a long build', () => {
    fixture.add(260);
    fixture.finish(fixture.open());
    expect(fixture.saved.map(({ logSeq }) => logSeq)).toEqual([112, 224]);
    expect(fixture.saved.map(({ generation }) => generation)).toEqual([1, 2]);
    expect(readdirSync(fixture.folder)).toEqual(['collection-1-2.hnsw']);
  });

  test('when the server stops in the middle of a build, few insertions are repeated', () => {
    fixture.add(95);
    const keeper = fixture.open();
    for (let steps = 0; steps < 5; steps += 1) keeper.step();
    expect(keeper.end()).toBe(0);
    expect(fixture.saved.map(({ logSeq }) => logSeq)).toEqual([80]);
    keeper.step();
    // These 15 are within the limit.
    expect(keeper.end()).toBe(15);
    expect(fixture.saved).toHaveLength(1);
    const next = fixture.open({ stepEntries: 1 });
    next.step();
    expect(next.position).toBe(81);
    fixture.finish(next);
    fixture.expectExact(next);
  });

  test('a crash at any moment of a build costs at most 2,000 insertions while saving is cheap', () => {
    fixture.add(6000);
    const keeper = fixture.open(GRAPH_LIMITS);
    const savedUpTo = () => fixture.saved.at(-1)?.logSeq ?? 0;
    const unsaved: number[] = [];
    while (keeper.step()) unsaved.push((keeper.position ?? 0) - savedUpTo());
    expect(Math.max(...unsaved)).toBeLessThanOrEqual(2000);
  });

  test('within a build, saving takes a twentieth of the time', () => {
    fixture.add(2000);
    let nowMs = 0;
    // Each look at the clock is a ms later: a save takes one.
    fixture.finish(fixture.open({ saveWithinChanges: 1 }, () => (nowMs += 1)));
    expect(fixture.saved.map(({ logSeq }) => logSeq)).toEqual([16, 336, 656, 976, 1296, 1616, 1936, 2000]);
  });

  test('a stop keeps what has been built of the graph that is to take over', () => {
    fixture.add(100);
    fixture.finish(fixture.open());
    fixture.remove(30);
    const keeper = fixture.open();
    keeper.step();
    keeper.step();
    keeper.step();
    keeper.step();
    keeper.end();
    expect(fixture.saved.at(-1)?.deletedCount).toBe(0);
    const next = fixture.open();
    fixture.finish(next);
    fixture.expectExact(next);
  });

  test('reports a failed save, and keeps answering', () => {
    const keeper = fixture.open();
    fixture.add(30);
    fixture.finish(keeper);
    rmSync(fixture.folder, { recursive: true });
    fixture.add(30);
    fixture.finish(keeper);
    expect(fixture.warnings).toEqual([expect.stringContaining('could not be saved')]);
    expect(fixture.saved).toEqual([]);
    fixture.expectExact(keeper);
  });
});
