import { navigate } from '../../stores/router.ts';
import type { Command } from '../command.ts';

export const newFlowCommand = {
  keywords: ['create', 'begin', 'start', 'template', 'empty'],
  run: () => navigate({ page: 'flows', search: { new: '1' } }),
} as const satisfies Command;
