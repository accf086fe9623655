import { cancelRunUnderWay, runUnderWay } from '../../stores/flow/cancel-run.ts';
import type { Command } from '../command.ts';

export const cancelRunCommand = {
  keywords: ['stop', 'abort', 'end', 'upsert'],
  when: () => runUnderWay() !== undefined,
  run: cancelRunUnderWay,
} as const satisfies Command;
