import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const settingsCommand = {
  keywords: ['theme', 'dark', 'light', 'preferences', 'go to'],
  run: () => navigate({ page: 'settings' }),
} as const satisfies Command;
