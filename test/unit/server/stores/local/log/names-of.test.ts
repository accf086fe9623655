import { expect, test } from 'vitest';
import { namesOf } from '../../../../../../electron/server/stores/local/log/names-of.ts';

test.each([
  [{ source: 'notes/Quarterly report.final.pdf' }, 'Quarterly report.final'],
  [{ source: String.raw`C:\notes\plan.docx`, loc: { lines: { from: 1, to: 2 } } }, 'plan'],
  [{ source: 'https://example.com/guide/first-steps/?page=2#top', title: 'First steps' }, 'first-steps\nFirst steps'],
  [{ source: 'https://example.com///' }, 'example'],
  [{ source: '//', title: 'Root' }, 'Root'],
  [{ source: 'a.md', headers: { h1: 'Server', h2: 'Logging' } }, 'a\nServer\nLogging'],
  [{ source: 7, title: ['x'], headers: 'none' }, ''],
  [{}, ''],
])('%j', (metadata, names) => {
  expect(namesOf(JSON.stringify(metadata))).toBe(names);
});

test.each([
  ['a path of one long word', `${'x'.repeat(200_000)}/y.md`, 'y'],
  ['a path of slashes with a name behind them', `a.md${'/'.repeat(200_000)}z.md`, 'z'],
  ['an address with a long query', `https://example.com/guide.html?${'q/'.repeat(100_000)}`, 'guide'],
  ['a name that is no line', 'x'.repeat(200_000), 'x'.repeat(1024)],
])('a long source takes no time: %s', (_, source, names) => {
  const startMs = performance.now();
  expect(namesOf(JSON.stringify({ source }))).toBe(names);
  // The square of the length would take a minute.
  expect(performance.now() - startMs).toBeLessThan(2000);
});
