import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const askCommand = {
  keywords: ['question', 'search', 'find', 'go to'],
  run: () => navigate({ page: 'ask' }),
} as const satisfies Command;
