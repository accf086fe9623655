import { expect, test } from 'vitest';
import { describeFindings } from '../../../../renderer/editor/describe-findings.ts';

test('What was found in a flow is said in whole sentences', () => {
  const none = { unplaced: 0, mended: 0, renamed: 0, dangling: 0, unreadable: 0 };
  expect(describeFindings(none)).toEqual([]);
  expect(describeFindings({ ...none, dangling: 1, unreadable: 2 })).toEqual([
    '2 parts are neither nodes nor wires that this version knows.',
    '1 wire leads to a node that is not there: it is not drawn.',
  ]);
});
