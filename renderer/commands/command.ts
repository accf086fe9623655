/** Something the user can do, wherever it is offered: by key, in the command palette, in a menu. The keys are in keymap.ts. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Other words to find it by. */
  readonly keywords: readonly string[];
  /** Whether it can be done now; always when absent. */
  readonly when?: () => boolean;
  readonly run: () => void;
}
