import { type CommandId, commandOf } from '../../../../shared/commands/command-table.ts';
import { t } from '../../../../shared/texts/t.ts';

/**
 * The label of a command in the language that the app speaks now. The table was made in English: this process learns the language of its page only
 * later, and it may change.
 */
export function labelOf(command: CommandId): string {
  return t(commandOf(command).label);
}
