import { expect, test } from 'vitest';
import { timeWords } from '../../../../renderer/ui/time-words.ts';

const now = new Date(2026, 5, 15, 12, 0);
test.each([
  [new Date(2026, 5, 15, 11, 59, 30), 'just now'],
  [new Date(2026, 5, 15, 11, 55), '5 minutes ago'],
  [new Date(2026, 5, 15, 9, 0), '3 hours ago'],
  [new Date(2026, 4, 3, 14, 5), '3 May, 14:05'],
  [new Date(2024, 0, 3), '3 Jan 2024'],
])('%s was %s', (date, words) => expect(timeWords(date, now)).toBe(words));
