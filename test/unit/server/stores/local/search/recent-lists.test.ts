import { expect, test } from 'vitest';
import { RecentLists } from '../../../../../../electron/server/stores/local/search/recent-lists.ts';

test('keeps what was used last, as far as the size goes', () => {
  const reads: string[] = [];
  const lists = new RecentLists<string>(5, (list) => list.length);
  const get = (key: string, list: string) =>
    lists.get(1, key, () => {
      reads.push(key);
      return list;
    });
  get('a', 'xx');
  get('b', 'xx');
  get('a', '');
  get('c', 'xxx');
  expect(get('a', '')).toBe('xx');
  get('b', 'xx');
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
  // Larger than all that is kept.
  expect(get('d', 'xxxxxx')).toBe('xxxxxx');
  expect(get('d', 'xxxxxx')).toBe('xxxxxx');
  get('b', 'xx');
  expect(reads).toEqual(['a', 'b', 'c', 'b', 'd', 'd']);
  expect(lists.get(2, 'b', () => 'y')).toBe('y');
  lists.forget(1);
  get('b', 'xx');
  expect(reads.slice(-2)).toEqual(['d', 'b']);
  expect(lists.get(2, 'b', () => 'z')).toBe('y');
  // What is forgotten leaves its room to others.
  get('e', 'xx');
  get('b', '');
  expect(reads.slice(-2)).toEqual(['b', 'e']);
  // What is taken is no longer kept, and leaves its room too.
  expect(lists.take(1, 'e')).toBe('xx');
  expect(lists.take(1, 'e')).toBeUndefined();
  get('f', 'xx');
  get('b', '');
  expect(reads.slice(-2)).toEqual(['e', 'f']);
});
