import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const resourcesCommand = {
  keywords: ['credentials', 'api keys', 'variables', 'tools', 'assistants', 'feedback', 'go to'],
  run: () => navigate({ page: 'resources' }),
} as const satisfies Command;
