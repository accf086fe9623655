import { describe, expect, test } from 'vitest';
import {
  answerAsMarkdown,
  partAtCitations,
} from '../../../../../../renderer/features/query/conversation/cited-text.ts';
import type { AnswerCitation } from '../../../../../../shared/api/predictions.ts';

function citationOf(number: number, sentence: string, place?: AnswerCitation['place']): AnswerCitation {
  const verdict = place === undefined ? 'notFound' : 'quoted';
  return { number, sourceIndex: number - 1, sentence, verdict, place };
}

function partsOf(text: string, numbers: readonly number[]) {
  const citations = numbers.map((number) => citationOf(number, 'A sentence.', { start: 0, end: 4 }));
  return partAtCitations({ text, citations }).map(({ text: part, citations: own }) => [
    part,
    ...own.map(({ number }) => number),
  ]);
}

describe('an answer is parted at its citations', () => {
  test.each([
    [
      'one behind each sentence',
      'It opens. [1]\nIt closes. [2]',
      [1, 2],
      [
        ['It opens.', 1],
        ['\nIt closes.', 2],
      ],
    ],
    ['several behind one', 'It opens. [1][2] [3]', [1, 2, 3], [['It opens.', 1, 2, 3]]],
    [
      'the same twice',
      'It opens. [1]\nIt closes. [1]',
      [1, 1],
      [
        ['It opens.', 1],
        ['\nIt closes.', 1],
      ],
    ],
    ['one that is not found', 'It opens. [1?] So it', [1], [['It opens.', 1], [' So it']]],
    ['one that is not there yet', 'It opens. [1]\nIt closes. [2]', [1], [['It opens.', 1], ['\nIt closes. [2]']]],
    ['numbers that cite nothing', 'Row [7] opens. [1]', [1], [['Row [7] opens.', 1]]],
    ['numbers in code', 'Take `a[1]`:\n```\nb[1]\n``` [1]', [1], [['Take `a[1]`:\n```\nb[1]\n```', 1]]],
    [
      'numbers of links',
      'See [1](b) at http://a.example/[1] now. [1]',
      [1],
      [['See [1](b) at http://a.example/[1] now.', 1]],
    ],
    ['none', 'That is not there.', [], [['That is not there.']]],
    ['nothing yet', '', [], []],
  ])('%s', (_, text, numbers, parts) => {
    expect(partsOf(text, numbers)).toEqual(parts);
  });
});

test('an answer is copied with its sources, a quote on one line, and a paragraph for each sentence', () => {
  const passage = {
    ...{ id: 'a', relevance: 1, chunkNo: 1, metadata: { source: 'rules.pdf', loc: { pageNumber: 2 } } },
    pageContent: 'Hours. It opens\nat nine.',
  };
  const citations = [citationOf(1, 'It opens at nine.', { start: 7, end: 24 }), citationOf(2, 'It is free.')];
  const text = 'It opens at nine. [1]\nIt is free. [2?]';
  expect(
    answerAsMarkdown({ text, citations, passages: [passage, { ...passage, metadata: {} }] }),
  ).toBe(`It opens at nine. [1]

It is free. [2?]

Sources

- [1] rules.pdf, page 2 (Quoted): “It opens at nine.”
- [2] Unknown source (Not found): “It is free.”
`);
  expect(answerAsMarkdown({ text: 'Not there.', citations: [], passages: [passage] })).toBe('Not there.\n');
});
