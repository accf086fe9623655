import { expect, test } from 'vitest';
import { tellSteps } from '../../../../../electron/server/pipeline/load/tell-steps.ts';

test('a step is told when it begins and when it is over, once each', () => {
  const told: unknown[] = [];
  const tell = tellSteps((step) => void told.push(step));
  for (const step of [undefined, 'Page 1', 'Page 1', 'Page 2', undefined, undefined]) tell(step);
  expect(told).toEqual(['Page 1', 'Page 2', undefined]);
});
