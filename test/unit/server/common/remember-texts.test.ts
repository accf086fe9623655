import { expect, test } from 'vitest';
import { rememberTexts } from '../../../../electron/server/common/remember-texts.ts';

function counted() {
  let calls = 0;
  const read = rememberTexts((text: string) => {
    calls += 1;
    return text === 'off' ? undefined : JSON.parse(text);
  });
  return { read, calls: () => calls };
}

test('a text that comes again is parsed once, also when it says nothing', () => {
  const { read, calls } = counted();
  expect([read('[1]'), read('[1]'), read('off'), read('off')]).toEqual([[1], [1], undefined, undefined]);
  expect(calls()).toBe(2);
});

test('the oldest of many, large texts and refused ones are parsed anew', () => {
  const { read, calls } = counted();
  for (let number = 0; number < 17; number += 1) read(`[${number}]`);
  read('[0]');
  expect(calls()).toBe(18);
  const large = JSON.stringify('x'.repeat(70_000));
  read(large);
  read(large);
  expect(calls()).toBe(20);
  expect(() => read('{')).toThrow(SyntaxError);
  expect(() => read('{')).toThrow(SyntaxError);
  expect(calls()).toBe(22);
});
