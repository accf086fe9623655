import { expect, test } from 'vitest';
import { fillPrompt, templatePrompt } from '../../../../electron/server/answers/fill-prompt.ts';

test.each([
  ['Hi {name}', 'Hi {who}'],
  ['Hi { name }, {name}!', 'Hi {who}, {who}!'],
  ['{{name}} {{{name}}}', '{name} {{who}}'],
  ['{"a": {"b": 1}} {other} { }', '{"a": {"b": 1}} {other} { }'],
  ['{größe} {two words} {a-b}', '{größe} {two words} {a-b}'],
])('%s', (prompt, filled) => {
  expect(fillPrompt(prompt, { name: '{who}' })).toBe(filled);
});

const prompt = (own: Readonly<Record<string, unknown>>) =>
  templatePrompt(
    [
      { role: 'system', content: 'Write {language}.' },
      { role: 'user', content: '{text} ({list})' },
    ],
    own,
  );

test('a single variable without a value gets the question, and what is no text is written as JSON', () => {
  const { messages } = prompt({ language: 'French', list: [1, 'a'] });
  expect(messages('Hello {list}')).toEqual([
    { role: 'system', content: 'Write French.' },
    { role: 'user', content: 'Hello {list} ([1,"a"])' },
  ]);
});

test('several variables without a value are an error that names them, and what is known from outside is a value', () => {
  const { messages } = prompt({ list: 'x' });
  expect(() => messages('Hello')).toThrow('(language, text)');
  expect(messages('Hello', { language: 'French' })[1]?.content).toBe('Hello (x)');
});
