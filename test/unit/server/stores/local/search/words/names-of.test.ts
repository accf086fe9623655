import { expect, test } from 'vitest';
import { namesOf } from '../../../../../../../electron/server/stores/local/search/words/names-of.ts';

test.each([
  [{ source: 'notes/Quarterly report.final.pdf' }, 'Quarterly report.final'],
  [{ source: String.raw`C:\notes\plan.docx`, loc: { lines: { from: 1, to: 2 } } }, 'plan'],
  [{ source: 'https://example.com/guide/first-steps/?page=2#top', title: 'First steps' }, 'first-steps\nFirst steps'],
  [{ source: 'a.md', headers: { h1: 'Server', h2: 'Logging' } }, 'a\nServer\nLogging'],
  [{ source: 7, title: ['x'], headers: 'none' }, ''],
  [{}, ''],
])('%j', (metadata, names) => {
  expect(namesOf(JSON.stringify(metadata))).toBe(names);
});
