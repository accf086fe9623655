import { hasReplaceable, replaceUnavailable } from '../../stores/flow/replace-unknown.ts';
import type { Command } from '../command.ts';

export const replaceUnavailableCommand = {
  keywords: ['unknown', 'missing', 'flowise', 'import', 'convert'],
  when: hasReplaceable,
  run: replaceUnavailable,
} as const satisfies Command;
