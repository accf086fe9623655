import { chooseFlowFiles } from '../../stores/flow/files-on-demand.ts';
import type { Command } from '../command.ts';

export const importFlowCommand = {
  keywords: ['open', 'file', 'json', 'flowise', 'load'],
  run: chooseFlowFiles,
} as const satisfies Command;
