import { expect, test } from 'vitest';
import { openText } from '../../../../electron/server/common/find-passage.ts';

test.each([
  [
    'a header in the middle',
    'Water before\nRules of the club\nnine in the morning.',
    'Water before nine in the morning.',
    true,
  ],
  ['a hyphen at a line end', 'Take the water-\ning can.', 'Take the watering can.', true],
  ['a word that was put into it', 'Dogs are never allowed in the garden.', 'Dogs are allowed in the garden.', false],
  ['a number below zero', 'Store it at 5 degrees.', 'Store it at -5 degrees.', false],
  ['another number', 'It is paid until the 30th of March.', 'It is paid until the 31st of March.', false],
])('%s: whether a text has all of a passage', (_, text, passage, isWhole) => {
  expect(openText(text)(passage)?.isWhole ?? false).toBe(isWhole);
});
