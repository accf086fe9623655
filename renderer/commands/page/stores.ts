import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const storesCommand = {
  keywords: ['document stores', 'loaders', 'library', 'go to'],
  run: () => navigate({ page: 'stores' }),
} as const satisfies Command;
