import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCrashReports, writeCrashReport } from '../../../../electron/main/logs/crash-reports.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

test('a crash report says what ended, on what, and its last lines; the newest 20 are kept', () => {
  const folder = makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const reports = join(folder.path, 'crash-reports');
  expect(readCrashReports(reports)).toEqual([]);
  const report = (second: number) =>
    writeCrashReport(reports, {
      what: 'server',
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
      versions: { Tributary: '1.0.0', linux: 'x64' },
      lines: ['Reading a.pdf', 'Out of memory'],
    });
  expect(readFileSync(report(0), 'utf8')).toBe(
    'The server of Tributary ended unexpectedly, at 2026-01-01T00:00:00.000Z.\nTributary 1.0.0\nlinux x64\n\nReading a.pdf\nOut of memory\n',
  );
  for (let second = 1; second <= 20; second += 1) report(second);
  const kept = readdirSync(reports).sort();
  expect(kept).toHaveLength(20);
  expect(kept[0]).toBe('2026-01-01T00-00-01.000Z-server.txt');
  const read = readCrashReports(reports);
  expect(read.map(({ name }) => name)).toEqual(kept.toReversed());
  expect(read[0]?.text).toContain('at 2026-01-01T00:00:20.000Z.');
});
