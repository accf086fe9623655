import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const httpApiCommand = {
  keywords: ['operations', 'openapi', 'swagger', 'docs', 'curl', 'go to'],
  run: () => navigate({ page: 'api' }),
} as const satisfies Command;
