import { expect, test } from 'vitest';
import { parseQuestion } from '../../../../shared/text/question.ts';

const words = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

test('256 words are left out of a question; of a text that was pasted the rest is looked for', () => {
  const { excluded, text } = parseQuestion(`mill ${words(256, (index) => `-a${index}`)}`);
  expect([excluded.length, text]).toEqual([256, 'mill']);
  const pasted = parseQuestion(`mill ${words(257, (index) => `-a${index}`)}`);
  expect(pasted.excluded).toHaveLength(256);
  expect(pasted.text).toMatch(/^mill\s+-a256$/);
});

test('the first 16 phrases are demanded, whatever is left out', () => {
  const asked = `${words(20, (index) => `-a${index}`)} ${words(17, (index) => `"b ${index}"`)}`;
  const { phrases, excluded } = parseQuestion(asked);
  expect([phrases.length, excluded.length]).toEqual([16, 20]);
});

test('an option of a command is looked for, and a sign that is a word is left out', () => {
  expect(parseQuestion('grep -i heron')).toEqual({ text: 'grep -i heron', phrases: [], excluded: [] });
  expect(parseQuestion('curl -X POST').excluded).toEqual([]);
  expect(parseQuestion('港 -車').excluded).toEqual([{ text: '車', isPhrase: false }]);
  expect(parseQuestion('engine -c++').excluded).toEqual([{ text: 'c++', isPhrase: false }]);
});
