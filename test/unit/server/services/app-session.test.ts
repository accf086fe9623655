import { expect, test } from 'vitest';
import { CODE_SECONDS, createAppSession } from '../../../../electron/server/services/app-session.ts';

test('a code works once, for five minutes, and its use is reported', () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const used: string[] = [];
  const session = createAppSession({
    token: 'secret of the folder',
    now: () => new Date(nowMs),
    onUsed: (code) => void used.push(code),
  });
  const [first, second] = [session.makeCode(), session.makeCode()];
  nowMs += CODE_SECONDS * 1000 - 1;
  expect(session.isCookie(session.redeem(first) ?? '')).toBe(true);
  expect(session.redeem(first)).toBeUndefined();
  nowMs += 1;
  expect(session.redeem(second)).toBeUndefined();
  expect(used).toEqual([first, second]);
});
