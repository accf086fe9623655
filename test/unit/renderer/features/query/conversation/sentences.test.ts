import { describe, expect, test } from 'vitest';
import { openAt, wholeSentences } from '../../../../../../renderer/features/query/conversation/sentences.ts';
import type { AnswerCitation } from '../../../../../../shared/api/predictions.ts';

const citation: AnswerCitation = { number: 1, sourceIndex: 0, sentence: 'It opens at nine.', verdict: 'quoted' };

function whileAnswering(text: string, citations: readonly AnswerCitation[] = []) {
  return { text, citations, state: { step: 'answering' } } as const;
}

describe('while an answer comes', () => {
  test('its last sentence is not checked before its citation or the next one is there', () => {
    const openText = (text: string, citations?: readonly AnswerCitation[]) =>
      text.slice(openAt(whileAnswering(text, citations)));
    expect(openText('It opens')).toBe('It opens');
    expect(openText('It opens at nine.')).toBe('It opens at nine.');
    expect(openText('It opens at nine. [1]', [citation])).toBe('');
    expect(openText('It opens at nine. [1] Then it', [citation])).toBe(' Then it');
    expect(openText('It opens at nine. Then it')).toBe('Then it');
    expect(openText('它九点开门。然后')).toBe('然后');
  });

  test('a screen reader hears whole sentences without marks, each once', () => {
    const text = 'It opens at nine. [1] It closes at six. Then';
    const heard = [
      'It',
      'It opens at nine.',
      'It opens at nine. [1]',
      'It opens at nine. [1] It closes at six.',
      text,
    ].map((part) => wholeSentences(whileAnswering(part, part.includes('[1]') ? [citation] : [])));
    expect(heard).toEqual([
      [],
      [],
      ['It opens at nine.'],
      ['It opens at nine.'],
      ['It opens at nine.', 'It closes at six.'],
    ]);
  });
});

test('at its end all of an answer is heard, also what has no full stop', () => {
  const turn = { text: 'It opens at nine. Then it', citations: [], state: { step: 'stopped' } } as const;
  expect(openAt(turn)).toBe(turn.text.length);
  expect(wholeSentences(turn)).toEqual(['It opens at nine.', 'Then it']);
});
