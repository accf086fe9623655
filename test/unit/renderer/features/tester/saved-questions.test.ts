import { describe, expect, test } from 'vitest';
import { readQuestions, toCsv, toJson } from '../../../../../renderer/features/tester/saved-questions.tsx';

const questions = [
  { question: 'Who said "no", and why?', sources: ['a.md', 'b, c.md'] },
  { question: 'One line\nand another', sources: ['d.md'] },
];

describe('a list of questions', () => {
  test('comes back from CSV and from JSON as it was', () => {
    expect(readQuestions(toCsv(questions))).toEqual(questions);
    expect(readQuestions(toJson(questions))).toEqual(questions);
    expect(readQuestions(`\uFEFFWhere?,x.md;y.md\n`)).toEqual([{ question: 'Where?', sources: ['x.md', 'y.md'] }]);
  });

  test.each([
    ['', 'The list'],
    ['question,sources\nWhere?,\n', 'Entry 1'],
    ['[1]', 'Entry 1'],
    ['[', 'The list'],
  ])('%j is refused with what is wrong', (text, where) => {
    expect(() => readQuestions(text)).toThrow(where);
  });
});
