import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const flowsCommand = {
  keywords: ['list', 'home', 'go to'],
  run: () => navigate({ page: 'flows' }),
} as const satisfies Command;
