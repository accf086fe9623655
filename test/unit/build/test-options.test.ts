import { expect, test } from 'vitest';
import { suitesTouchedBy } from '../../../build/lib/changed-tests.mjs';
import { readTestOptions } from '../../../build/lib/test-options.mjs';

test('options of npm test are taken out, and the rest goes to vitest', () => {
  expect(readTestOptions(['test/unit/build', '--times', '-t', 'name', '--changed'])).toEqual({
    isLong: false,
    hasTimes: true,
    changedSince: 'HEAD',
    order: undefined,
    rest: ['test/unit/build', '-t', 'name'],
  });
  expect(readTestOptions(['--changed=main~2', '--order=7'])).toMatchObject({ changedSince: 'main~2', order: '7' });
  expect(readTestOptions(['--long'])).toMatchObject({ isLong: true, rest: [] });
});

test.each([
  [['renderer/main.tsx'], ['e2e']],
  [['electron/server/serve.ts'], ['e2e', 'durability', 'api']],
  [['shared/net/address-kind.ts'], ['e2e', 'durability', 'api']],
  [['electron/main/main.ts'], ['e2e']],
  [['README.md', 'electron/server-notes.md', 'test/unit/build/options.test.ts'], []],
])('a change of %j touches all tests of %j', (paths, suites) => {
  expect(suitesTouchedBy(paths)).toEqual(suites);
});
