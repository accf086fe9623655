import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const runsCommand = {
  keywords: ['upserts', 'history', 'executions', 'log', 'go to'],
  run: () => navigate({ page: 'runs' }),
} as const satisfies Command;
