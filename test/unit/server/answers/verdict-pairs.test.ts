import { describe, expect, test } from 'vitest';
import { checkSentence } from '../../../../electron/server/answers/check-sentence.ts';
import { VERDICT_PAIRS } from './verdict-pairs.ts';

const checked = VERDICT_PAIRS.map((pair) => ({ ...pair, given: checkSentence(pair.sentence, pair.passage).verdict }));
const wrong = checked.filter(({ verdict, given }) => verdict !== given);

/** How many are right in each language, and what is wrong. */
function table(): string {
  const languages = [...new Set(checked.map(({ language }) => language))];
  const rows = languages.map((language) => {
    const own = checked.filter((pair) => pair.language === language);
    return `${language}: ${own.filter(({ verdict, given }) => verdict === given).length} of ${own.length}`;
  });
  return [...rows, ...wrong.map(({ sentence, verdict, given }) => `${given} instead of ${verdict}: ${sentence}`)].join(
    '\n',
  );
}

describe('the verdicts on 200 pairs in seven languages', () => {
  test('95 of 100 are right', () => {
    expect(checked.length - wrong.length, table()).toBeGreaterThanOrEqual(checked.length * 0.95);
  });

  test('no trap of number, date or negation is called quoted or similar', () => {
    const traps = checked.filter(({ trap }) => trap === 'number' || trap === 'date' || trap === 'negation');
    expect(traps.length).toBeGreaterThan(20);
    expect(
      traps.filter(({ given }) => given !== 'notFound'),
      table(),
    ).toEqual([]);
  });
});
