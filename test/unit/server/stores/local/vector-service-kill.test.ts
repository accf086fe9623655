import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeVectorServiceSuite } from '../../../../helpers/servers/vector-service-suite.ts';

describe('vector service', () => {
  const suite = makeVectorServiceSuite();
  const { add, addAndIndex, expectExact, kill, next, open } = suite;

  test('kill -9 of the index process while it builds: questions go on, it comes back and catches up', async () => {
    const opened = next('graphOpened');
    add(1500);
    await opened;
    const done = next('graphCaughtUp');
    const asked = expectExact(3);
    const exited = kill();
    await asked;
    await exited;
    await expectExact(2);
    await done;
    await expectExact();
    expect(suite.service.indexProcessId).toBeDefined();
  });

  test('after kill -9 during a save the file loads or is rebuilt, and answers are exact', async () => {
    await suite.service.close();
    open(100, { saveAfterChanges: 16, saveWithinChanges: 16 });
    for (let round = 0; round < 4; round += 1) {
      const saved = next('graphSaved');
      add(400);
      await saved;
      // It saves after every step now, so it is most likely at it.
      const reopened = next('graphOpened');
      await kill();
      await expectExact(2);
      await reopened;
      await expectExact(2);
    }
    await suite.service.close();
    open();
    await addAndIndex(1);
    await expectExact();
    expect(readdirSync(join(suite.store.dir, 'index')).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});
