import { expect, test } from 'vitest';
import { createAnswerCache } from '../../../../electron/server/services/answer-cache.ts';

function countedCache() {
  let revision = 0;
  let calls = 0;
  const cache = createAnswerCache(() => revision);
  return {
    change: () => {
      revision += 1;
    },
    get calls() {
      return calls;
    },
    answerOf: (key: string, value: unknown = { key, revision }) =>
      cache(key, () => {
        calls += 1;
        return value;
      }).toString(),
  };
}

test('an answer is made once, and again after a change', () => {
  const counted = countedCache();
  expect([counted.answerOf('a'), counted.answerOf('a')]).toEqual([
    '{"key":"a","revision":0}',
    '{"key":"a","revision":0}',
  ]);
  expect(counted.calls).toBe(1);
  counted.change();
  expect(counted.answerOf('a')).toBe('{"key":"a","revision":1}');
  expect(counted.calls).toBe(2);
});

test('each key has an answer of its own', () => {
  const counted = countedCache();
  expect(counted.answerOf('a')).not.toBe(counted.answerOf('b'));
});

test('an answer over the bound is given, but not kept, and throws out no other', () => {
  const counted = countedCache();
  counted.answerOf('small');
  const large = 'x'.repeat(17 * 1024 * 1024);
  expect(counted.answerOf('large', large)).toHaveLength(large.length + 2);
  counted.answerOf('large', large);
  expect(counted.calls).toBe(3);
  counted.answerOf('small');
  expect(counted.calls).toBe(3);
});

test('many answers do not pile up', () => {
  const counted = countedCache();
  for (let index = 0; index < 100; index += 1) counted.answerOf(`key ${index}`);
  counted.answerOf('key 0');
  expect(counted.calls).toBe(101);
});
