import { describe, expect, test } from 'vitest';
import { pairChanges } from '../../../../../renderer/ui/difference/difference-list.tsx';

const chunk = (source: string, pageContent: string) => ({ pageContent, metadata: { source } });

describe('what a dry run deletes and adds', () => {
  test('is a change where the same source gets nearly the same text', () => {
    const before = chunk('a.txt', 'Books may be kept for three weeks by members.');
    const after = chunk('a.txt', 'Books may be kept for four weeks by members.');
    const gone = chunk('a.txt', 'The garden opens at noon on Sundays.');
    const other = chunk('b.txt', 'Books may be kept for five weeks by members.');
    expect(pairChanges([gone, before], [other, after])).toEqual({
      changed: [{ before, after }],
      added: [other],
      deleted: [gone],
    });
  });

  test('pairs each chunk once, with the most alike', () => {
    const [one, two] = [chunk('a', 'red fox on the old hill'), chunk('a', 'red fox on the old stone wall')];
    const now = chunk('a', 'red fox on the old stone roof');
    expect(pairChanges([one, two], [now])).toEqual({
      changed: [{ before: two, after: now }],
      added: [],
      deleted: [one],
    });
  });

  test('takes a thousand chunks of one source in a moment', () => {
    const words = (index: number) => Array.from({ length: 80 }, (_, word) => `w${(index * 37 + word * 11) % 997}`);
    const before = Array.from({ length: 1000 }, (_, index) => chunk('a', `the p${index} ${words(index).join(' ')}`));
    const after = before.map(({ pageContent }, index) =>
      chunk('a', index % 2 === 0 ? `${pageContent} more` : `n${index}`),
    );
    expect(pairChanges(before, after).changed).toHaveLength(500);
  });
});
