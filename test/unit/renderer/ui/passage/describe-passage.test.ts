import { expect, test } from 'vitest';
import {
  passageTitle,
  placeInSource,
  placeUnderTitle,
  sourceName,
} from '../../../../../renderer/ui/passage/describe-passage.ts';

test.each([
  [{ loc: { pageNumber: 2, lines: { from: 4, to: 18 } } }, 'page 2, lines 4–18'],
  [{ loc: { lines: { from: 4, to: 4 } } }, 'line 4'],
  [{ loc: { pageNumber: 3 } }, 'page 3'],
  [{ line: 7, loc: { lines: { from: 1, to: 6 } } }, 'row 7'],
  [{ sheet: 'Plots', row: 7, loc: { lines: { from: 1, to: 2 } } }, 'sheet Plots, row 7'],
  [{ slide: 3, loc: { lines: { from: 1, to: 2 } } }, 'slide 3, lines 1–2'],
  [{ mail: 12, loc: { lines: { from: 1, to: 2 } } }, 'mail 12, lines 1–2'],
  [{ file: 'docs/plan.pdf', loc: { pageNumber: 2 } }, 'docs/plan.pdf, page 2'],
  [{}, undefined],
  [{ loc: 'somewhere', line: '7' }, undefined],
  [{ loc: { pageNumber: 'x', lines: { from: 1 } } }, undefined],
])('%o', (metadata, words) => {
  expect(placeInSource(metadata)).toBe(words);
});

test('a passage without a source says so', () => {
  expect(sourceName({ source: 'handbook.pdf' })).toBe('handbook.pdf');
  expect(sourceName({ source: '' })).toBe('Unknown source');
  expect(sourceName({ source: 3 })).toBe('Unknown source');
});

test.each([
  [
    { subject: 'Rescue boat', from: 'Tamás Nagy <t@a.example>', date: '2026-06-10T08:00:00.000Z' },
    'Rescue boat · Tamás Nagy · 10 Jun 2026',
  ],
  [{ subject: 'Rescue boat', from: '"Nagy, Tamás" <t@a.example>' }, 'Rescue boat · Nagy, Tamás'],
  [{ subject: 'Rescue boat', from: '<t@a.example>', date: 'yesterday' }, 'Rescue boat · t@a.example'],
  [{ from: 't@a.example', date: '2026-06-10T08:00:00+02:00' }, 'No subject · t@a.example · 10 Jun 2026'],
])('a mail is called by its head: %o', (head, title) => {
  const metadata = { source: 'mails.mbox', mail: 3, ...head };
  expect(passageTitle(metadata)).toBe(title);
  expect(placeUnderTitle(metadata)).toBe('mails.mbox, mail 3');
});

test.each([{ subject: 'Physics' }, { from: 'Vienna', to: 'Linz' }, {}])(
  'what is no mail is called by its source: %o',
  (facts) => {
    const metadata = { source: 'timetable.csv', line: 4, ...facts };
    expect(passageTitle(metadata)).toBe('timetable.csv');
    expect(placeUnderTitle(metadata)).toBe('row 4');
  },
);
