import { expect, test } from 'vitest';
import { createChangeClock } from '../../../../electron/server/common/change-clock.ts';

const at = (...times: number[]) => {
  const clock = createChangeClock(() => new Date(times.shift() ?? 0));
  return () => clock().getTime();
};

test('changes of one millisecond keep their order', () => {
  const next = at(5000, 5000, 5000, 5001, 5010);
  expect([next(), next(), next(), next(), next()]).toEqual([5000, 5001, 5002, 5003, 5010]);
});

test('a clock that was set back is followed', () => {
  const next = at(90_000, 89_500, 5000, 5001);
  expect([next(), next(), next(), next()]).toEqual([90_000, 90_001, 5000, 5001]);
});
