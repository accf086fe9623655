import { describe, expect, test } from 'vitest';
import { splitSentences } from '../../../../electron/server/answers/sentences.ts';

function textsOf(text: string): readonly string[] {
  return splitSentences(text).map((sentence) => sentence.text);
}

describe('splitSentences', () => {
  test('abbreviations, numbers, hyphens and line ends of a page part nothing', () => {
    expect(
      textsOf('Dear Mr. Miller,\nthe deposit is due\non 5. Mai 2024, i.e. next week. We have re-\nceived 1.5 kg.'),
    ).toEqual(['Dear Mr. Miller,\nthe deposit is due\non 5. Mai 2024, i.e. next week.', 'We have re-\nceived 1.5 kg.']);
  });

  test('rows, items, headings and lines of a mail stand for themselves', () => {
    expect(
      textsOf(
        'From: Anna\nSubject: Lease\n\n# Fees\n| Item | Price |\n| Key | 20 € |\n- one\n- two goes\n  on\n1. Three',
      ),
    ).toEqual([
      'From: Anna',
      'Subject: Lease',
      '# Fees',
      '| Item | Price |',
      '| Key | 20 € |',
      '- one',
      '- two goes\n  on',
      '1. Three',
    ]);
    expect(textsOf('Kind regards\nAnna Weber\nHauptstr. 5\n10115 Berlin')).toEqual([
      'Kind regards',
      'Anna Weber',
      'Hauptstr. 5',
      '10115 Berlin',
    ]);
  });

  test('a Chinese sentence goes on in the next line of its column', () => {
    expect(textsOf('押金为三个月租金，应在签约时支\n付。暖气费用不包括在内。')).toEqual([
      '押金为三个月租金，应在签约时支\n付。',
      '暖气费用不包括在内。',
    ]);
  });

  test('offsets are those of the text', () => {
    const text = '\n\n  One.  Two!\r\n\r\n- Three\r\n';
    for (const { text: sentence, start, end } of splitSentences(text)) expect(text.slice(start, end)).toBe(sentence);
    expect(splitSentences(text)).toHaveLength(3);
    expect(splitSentences('')).toEqual([]);
  });
});
