import { expect, test } from 'vitest';
import { firstSpoken } from '../../../../shared/texts/first-spoken.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'zh-Hant-TW', 'de'], 'zh'],
  [['EN-US', 'de'], 'en'],
  [['fr', 'ja'], 'en'],
  [[], 'en'],
] as const)('of %j the window speaks %s', (wanted, spoken) => expect(firstSpoken(wanted)).toBe(spoken));
