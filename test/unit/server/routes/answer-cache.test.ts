import { expect, test } from 'vitest';
import { createAnswerCache } from '../../../../electron/server/routes/answer-cache.ts';

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
    ask: (key: string, value: unknown = { key, revision }) =>
      cache(key, () => {
        calls += 1;
        return value;
      }).toString(),
  };
}

test('an answer is made once, and again after a change', () => {
  const counted = countedCache();
  expect([counted.ask('a'), counted.ask('a')]).toEqual(['{"key":"a","revision":0}', '{"key":"a","revision":0}']);
  expect(counted.calls).toBe(1);
  counted.change();
  expect(counted.ask('a')).toBe('{"key":"a","revision":1}');
  expect(counted.calls).toBe(2);
});

test('each key has an answer of its own', () => {
  const counted = countedCache();
  expect(counted.ask('a')).not.toBe(counted.ask('b'));
});

test('an answer over the bound is given, but not kept, and throws out no other', () => {
  const counted = countedCache();
  counted.ask('small');
  const large = 'x'.repeat(17 * 1024 * 1024);
  expect(counted.ask('large', large)).toHaveLength(large.length + 2);
  counted.ask('large', large);
  expect(counted.calls).toBe(3);
  counted.ask('small');
  expect(counted.calls).toBe(3);
});

test('many answers do not pile up', () => {
  const counted = countedCache();
  for (let index = 0; index < 100; index += 1) counted.ask(`key ${index}`);
  counted.ask('key 0');
  expect(counted.calls).toBe(101);
});
