import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedWords, markWords } from '../../../../../renderer/ui/passage/mark-words.ts';

function marked(text: string, query: string): string[] {
  return markWords(text, query)
    .filter((piece) => piece.marked)
    .map((piece) => piece.text);
}

test('marks the words of the query whatever their case, accents and endings', () => {
  expect(marked('A full plot costs 72 euros a year. Plots are large.', 'What does a plot cost?')).toEqual([
    'plot',
    'costs',
    'Plots',
  ]);
  expect(marked('Watering before nine', 'water')).toEqual(['Watering']);
  expect(marked('Le CAFÉ est là', 'cafe')).toEqual(['CAFÉ']);
});

test('leaves parts of longer words and filler words alone', () => {
  expect(marked('The category of the cat', 'the cat')).toEqual(['cat']);
});

test('marks the part of a compound that was asked for, and the part that a compound was asked by, as the search finds them', () => {
  expect(marked('Die Mietkaution ist fällig.', 'Wann zahle ich Kaution?')).toEqual(['kaution']);
  expect(marked('Die KAUTION ist fällig.', 'Wann zahle ich Mietkaution?')).toEqual(['KAUTION']);
  expect(marked('Die Hauptstraßenbahn ist voll.', 'straßenbahn')).toEqual(['Hauptstraßenbahn']);
  expect(markedWords('Die Mietkaution und die Kaution sind fällig.', 'Kaution, Miete')).toEqual(['Kaution']);
  // No compounds are looked for in English, nor parts of less than five letters.
  expect(marked('The transplantation of the plant', 'plant')).toEqual(['plant']);
  expect(marked('Die Mietkaution ist fällig.', 'What is a kaution?')).toEqual([]);
  expect(marked('Die Mietkaution ist fällig.', 'miet')).toEqual([]);
});

test('marks what is the same in scripts without spaces, and names it as it was typed', () => {
  expect(marked('请更换打印机的墨盒。', '打印机墨盒在哪里？')).toEqual(['打印机', '墨盒']);
  expect(markedWords('请更换打印机的墨盒。', '打印机墨盒在哪里？')).toEqual(['打印机', '墨盒']);
  expect(marked('黒猫とiPhone', '猫 iphone')).toEqual(['猫', 'iPhone']);
  expect(marked('이 문서를 여세요', '문서 열기')).toEqual(['문서']);
  expect(marked('ใส่น้ำปลา', 'น้ำปลา')).toEqual(['น้ำปลา']);
  expect(marked('犬', '猫')).toEqual([]);
});

test('the words that stand in a text are named once', () => {
  expect(markedWords('Plots, a plot, and a cafe', 'What does a PLOT cost, plots of a café?')).toEqual([
    'plots',
    'café',
  ]);
});

test('a query of filler words only marks those', () => {
  expect(marked('who are you', 'who')).toEqual(['who']);
});

test('nothing in the query marks nothing', () => {
  expect(markWords('some text', '?!')).toEqual([{ text: 'some text', marked: false }]);
  expect(markWords('', 'word')).toEqual([]);
});

test('the pieces joined are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      expect(
        markWords(text, query)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
