/** What a command of shared/commands/command-table.ts does, wherever it is offered: by key, in the command palette, in a menu. */
export interface Command {
  /** Other words to find it by. */
  readonly keywords: readonly string[];
  /** Whether it can be done now; always when absent. */
  readonly when?: () => boolean;
  readonly run: () => void;
}
