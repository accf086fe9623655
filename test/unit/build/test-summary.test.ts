import { expect, test } from 'vitest';
import { countTests, fileTimes, summaryLine } from '../../../build/lib/test-summary.mjs';
import { timesTable } from '../../../build/lib/times-table.mjs';

const assertions = (...statuses: string[]) => statuses.map((status) => ({ status }));

test('tests are counted over all files', () => {
  const testResults = [
    { status: 'passed', assertionResults: assertions('passed', 'passed', 'skipped') },
    { status: 'failed', assertionResults: assertions('passed', 'failed', 'todo') },
  ];
  expect(countTests({ testResults })).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test('a file that could not be loaded is a failure', () => {
  expect(countTests({ testResults: [{ status: 'failed', assertionResults: [] }] })).toMatchObject({ failed: 1 });
});

test('the last line names skipped tests only when there are any', () => {
  expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  expect(summaryLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
});

test('the table of times lists the slowest file first, by its path in the project', () => {
  const file = (name: string, endTime: number) => ({
    status: 'passed',
    assertionResults: [],
    name,
    startTime: 0,
    endTime,
  });
  const times = fileTimes(
    { testResults: [file('/app/test/a.test.ts', 1234), file('/app/test/b.test.ts', 20_000)] },
    '/app',
  );
  expect(timesTable(times)).toBe('   20.0 s  test/b.test.ts\n    1.2 s  test/a.test.ts');
});
