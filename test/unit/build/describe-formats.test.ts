import { expect, test } from 'vitest';
import { describeFormats } from '../../../build/docs/describe-formats.ts';
import { readableExtensions } from '../../../shared/nodes/documentloaders/file-loader.ts';
import { unreadKinds } from '../../../shared/nodes/unread-kinds.ts';

test('the page says of every format how it is read, and of every other kind what to do', () => {
  const [read = '', unread = ''] = describeFormats().split('### Files that are not read');
  const rows = read.split('\n').filter((line) => line.startsWith('| `'));
  for (const row of rows) expect(row).toMatch(/^\| (?:`\.[a-z\d.]+` ?)+(?:and others )?\| \S.{10,}\. \|$/);
  const named = rows.flatMap((row) => row.match(/`\.[a-z\d]+`/g) ?? []).map((name) => name.slice(1, -1));
  // Extensions of source code are cut.
  const missing = readableExtensions.filter((extension) => !named.includes(extension));
  expect(missing.length).toBeLessThan(30);
  for (const extension of ['.pdf', '.docx', '.csv', '.xlsx', '.fb2', '.ipynb', '.ics', '.png']) {
    expect(named).toContain(extension);
  }
  for (const { kind, remedy } of unreadKinds) expect(unread).toContain(`| ${kind} | ${remedy} |`);
});
