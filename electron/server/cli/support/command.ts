/** What a command is given beside its arguments. */
export interface Call {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C and SIGTERM: a command stops its work and passes the reason on. */
  readonly signal: AbortSignal;
}

/** A command of the command line; each has a file of its own. */
export interface Command {
  /** All of `tributary <command> --help`. */
  readonly help: string;
  /** @returns the exit code; failures are thrown, and shown by whoever called */
  run(args: readonly string[], call: Call): Promise<number>;
}

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
