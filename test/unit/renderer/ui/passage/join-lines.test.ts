import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinLines } from '../../../../../renderer/ui/passage/join-lines.ts';

const text = (given: string) => joinLines(given).text;

function fixedParts(given: string): string[] {
  const { text: joined, fixed } = joinLines(given);
  return fixed.map(({ from, to }) => joined.slice(from, to));
}

describe('lines that a column has broken', () => {
  test('become one paragraph, and paragraphs stay apart', () => {
    const given =
      'The gate is locked at nine in the evening from April\nto September, and at dusk in the other months. Members\n' +
      'have a key.\n\n\nThe shed is open to all members who have paid their\nshare of the tools.';
    expect(text(given)).toBe(
      'The gate is locked at nine in the evening from April to September, and at dusk in the other months. Members have a key.\n\n' +
        'The shed is open to all members who have paid their share of the tools.',
    );
  });

  test('a divided word is whole again, a number range keeps its hyphen', () => {
    expect(text('All members of the garden have to read the docu-\nment before they sign it.')).toContain(
      'document before',
    );
    expect(text('All members of the garden have to read the docu\u00ad\nment before they sign it.')).toContain(
      'document before',
    );
    expect(text('The rule holds for all of the years between 2019-\n2024 and for no other.')).toContain(
      '2019-2024 and',
    );
  });

  test('Chinese and Japanese lines are joined without a space', () => {
    expect(text('花园的大门在晚上九点关闭，会员可以\n用钥匙进入。')).toBe(
      '花园的大门在晚上九点关闭，会员可以用钥匙进入。',
    );
  });

  test('Windows line ends and page breaks are understood', () => {
    expect(text('A long line of words that fills the column here\r\nand goes on.\fNext page.')).toBe(
      'A long line of words that fills the column here and goes on.\n\nNext page.',
    );
  });
});

describe('lines that mean something stay', () => {
  test.each([
    ['lists', 'What to bring to the meeting of the members:\n- gloves\n- a spade\n2. water for the day and some bread'],
    ['titles', 'Watering\nPlease water before nine in the morning or after seven in the evening.'],
    ['verses', 'The rose is red\nThe violet is blue\nThe honey is sweet'],
    [
      'rows of a table as they are loaded',
      'plot: 12\nrent in euros: 40\nmember: Tomasz Brandt of the garden by the river',
    ],
    ['headings of Markdown', '# The rules of the garden by the river, as of May\nMembers have a key.'],
    [
      'paragraphs without a line between them',
      'The gate is locked at nine.\nThe shed is open to all members who have paid for it.',
    ],
  ])('%s', (_name, given) => {
    expect(text(given)).toBe(given);
    expect(fixedParts(given)).toEqual([]);
  });

  test.each([
    ['a table with columns', 'Plot    Size   Rent\n12      40     72 euros\n13      38     70 euros'],
    ['a table with bars', '| Plot | Rent |\n|------|------|\n| 12   | 72   |'],
    ['program text', 'function open(gate) {\n  gate.unlock();\n  return gate;\n}'],
    ['data', '{\n  "plot": 12,\n  "rent": 72\n}'],
  ])('%s is fixed', (_name, given) => {
    expect(text(given)).toBe(given);
    expect(fixedParts(given)).toEqual([given]);
  });

  test('fenced code keeps its empty lines, and the prose around it is joined', () => {
    const code = '```\nopen the gate\n\nclose the gate\n```';
    const given = `This is how the gate is opened and closed by a\nprogram:\n\n${code}\n\nThat is all.`;
    expect(text(given)).toBe(`This is how the gate is opened and closed by a program:\n\n${code}\n\nThat is all.`);
    expect(fixedParts(given)).toEqual([code]);
  });
});

test('no letter is lost or made up, and fixed parts are parts of the text, in order', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('', '```', '- a', 'a: b', 'x {', 'one two'),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const given = lines.join('\n');
      const { text: joined, fixed } = joinLines(given);
      const letters = (value: string) => value.replaceAll(/[\s\u00ad-]/g, '');
      expect(letters(joined)).toBe(letters(given));
      let at = 0;
      for (const { from, to } of fixed) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at).toBeLessThanOrEqual(joined.length);
    }),
  );
});

test('a text of a million characters is joined at once', () => {
  const given = 'The gate is locked at nine in the evening from April\nto September, and at dusk.\n'.repeat(12_000);
  expect(text(given).length).toBeGreaterThan(900_000);
});
