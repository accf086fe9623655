import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCitationFilter } from '../../../../electron/server/answers/citation-filter.ts';
import type { AnswerCitation } from '../../../../electron/server/core/answer.ts';

const PASSAGES = [
  'Books may be kept for three weeks. Late books cost 20 cents a day.',
  'The library is closed on Mondays. It opens at 9:30 on other days.',
  'Dogs are not allowed in the reading room.',
];

interface Filtered {
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
}

/** Filters a text that comes in pieces, which end at these places. */
function filter(text: string, ends: readonly number[] = []): Filtered {
  const made = createCitationFilter(PASSAGES);
  const places = [0, ...ends, text.length];
  const outputs = places.slice(1).map((end, index) => made.push(text.slice(places[index], end)));
  outputs.push(made.end());
  return {
    text: outputs.map((output) => output.text).join(''),
    citations: outputs.flatMap((output) => output.citations),
  };
}

function verdictsOf({ citations }: Filtered): readonly string[] {
  return citations.map(({ number, verdict }) => `${number} ${verdict}`);
}

describe('createCitationFilter', () => {
  test.each([
    ['Books may be kept for three weeks [1].', 'Books may be kept for three weeks. [1]', ['1 quoted']],
    ['Books may be kept for three weeks.[[1]]', 'Books may be kept for three weeks. [1]', ['1 quoted']],
    ['Books may be kept for three weeks【1】. Ask.', 'Books may be kept for three weeks. [1] Ask.', ['1 quoted']],
    ['The library is closed on Mondays. [1, 2] Ask.', 'The library is closed on Mondays. [2] Ask.', ['2 quoted']],
    ['The library is closed on Mondays [1][2].', 'The library is closed on Mondays. [2]', ['2 quoted']],
    ['The library is closed on Mondays [1-3].', 'The library is closed on Mondays. [2]', ['2 quoted']],
    [
      'Late books cost 20 cents a day [1], and the library is closed on Mondays [2].',
      'Late books cost 20 cents a day, and the library is closed on Mondays. [1][2]',
      ['1 quoted', '2 similar'],
    ],
    ['The library is closed on Mondays.\n[2]', 'The library is closed on Mondays.\n[2]', ['2 quoted']],
    [
      'It opens at 9:30 on other days, says e.g. Dr. Smith [2].',
      'It opens at 9:30 on other days, says e.g. Dr. Smith. [2?]',
      ['2 notFound'],
    ],
  ])('%s', (text, expected, verdicts) => {
    const filtered = filter(text);
    expect(filtered.text).toBe(expected);
    expect(verdictsOf(filtered)).toEqual(verdicts);
  });

  test('what its own passage does not say gets the number of the one that does', () => {
    const filtered = filter('The library is closed on Mondays [3].');
    expect(filtered.text).toBe('The library is closed on Mondays. [2]');
    expect(filtered.citations).toEqual([
      {
        number: 2,
        sourceIndex: 1,
        sentence: 'The library is closed on Mondays.',
        verdict: 'quoted',
        place: { start: 0, end: 33 },
      },
    ]);
  });

  test('what no passage says has its number with a question mark', () => {
    const filtered = filter('Dogs are allowed in the reading room [3].');
    expect(filtered.text).toBe('Dogs are allowed in the reading room. [3?]');
    expect(filtered.citations).toEqual([
      {
        number: 3,
        sourceIndex: 2,
        sentence: 'Dogs are allowed in the reading room.',
        verdict: 'notFound',
        place: undefined,
      },
    ]);
  });

  test('numbers that were not given, and half a number at the end, are dropped', () => {
    expect(filter('Cats [7] may come in [4, 12]. Ask us [')).toEqual({
      text: 'Cats may come in. Ask us [',
      citations: [],
    });
    expect(filter('Ask us [1').text).toBe('Ask us');
    const made = createCitationFilter(PASSAGES, { given: 1 });
    expect(`${made.push('The library is closed on Mondays [2].').text}${made.end().text}`).toBe(
      'The library is closed on Mondays.',
    );
  });

  test.each([
    'So [sic] it says, a[0], in [2024].',
    '- [ ] open\n- [x] done\n[1]: http://a.example\n',
    'See [the page](http://a.example/[2]) and [1](http://a.example).',
    '```js\nbooks[1] = [1];\n```\nUse `books [1]` there.\n',
    '~~~\n[1]\n~~~\n\n  Two  blanks  \n',
    '| a | b |\n|---|---|\n| [x] | 2 |\n',
  ])('leaves alone: %j', (text) => {
    expect(filter(text)).toEqual({ text, citations: [] });
  });

  test.each([
    ['So it says, a[1], items[1].name, x[1] = 3.', 'So it says, a［1］, items［1］.name, x［1］ = 3.'],
    ['Water is wet [12].', 'Water is wet ［12］.'],
    [
      'Water is wet [2]. Books may be kept for three weeks. [1]',
      'Water is wet ［2］. Books may be kept for three weeks. [1]',
    ],
    // The passage that has the note is the one that is cited.
    ['Water is wet [4].', 'Water is wet. [4]'],
    // The passage has it behind another word.
    ['Wet is water [12].', 'Wet is water.'],
  ])('numbers of a passage itself are no citations: %j', (text, expected) => {
    const made = createCitationFilter([...PASSAGES, 'Water is wet [12]. Water is wet[2]. Water is wet [4].']);
    expect(`${made.push(text).text}${made.end().text}`).toBe(expected);
  });

  test('numbers stay in the row of a table, before its end', () => {
    const filtered = filter('| Day | Library |\n|---|---|\n| Mondays | The library is closed [1] |\nAsk.');
    expect(filtered.text).toBe('| Day | Library |\n|---|---|\n| Mondays | The library is closed [2] |\nAsk.');
    expect(verdictsOf(filtered)).toEqual(['2 similar']);
  });

  test('words come at once, a number when its sentence has ended', () => {
    const made = createCitationFilter(PASSAGES);
    expect(
      ['Books may be', ' kept for three', ' weeks', ' [', '1', ']', '.', ' ', 'The', ' library'].map(
        (token) => made.push(token).text,
      ),
    ).toEqual(['Books may be', ' kept for three', ' weeks', '', '', '', '', '', '.', ' [1] The library']);
  });

  const piece = fc.constantFrom(
    ...'Books may be kept for three weeks|The library is closed on Mondays|Dr. Smith|z. B. am 3. Mai| |\n|. |.|! |。|[1]|[2]|[9]|[1, 2]|【3】|[[2]]|[sic]|a[0]|`|```\n|| a [1] ||\n- |[x](http://a.b)|**|三周。|[|]'.split(
      '|',
    ),
  );

  test('any cut of a text into tokens gives the same', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, cuts) => {
        const text = pieces.join('');
        const whole = filter(text);
        const ends = cuts.map((cut) => cut % (text.length + 1)).toSorted((one, other) => one - other);
        expect(filter(text, ends)).toEqual(whole);
        expect(
          filter(
            text,
            Array.from({ length: text.length }, (_, index) => index),
          ),
        ).toEqual(whole);
      }),
      { numRuns: 300, examples: [[['. ', ']', '[1, 2]', ' a [1] '], []]] },
    );
  });
});
