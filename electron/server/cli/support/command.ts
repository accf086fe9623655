import { constants } from 'node:os';
import type { ParseArgsOptionsConfig } from 'node:util';

/** The environment of a command, besides its arguments. */
export interface Call {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C and the other {@link STOP_SIGNALS}: a command stops its work and throws the reason. */
  readonly signal: AbortSignal;
}

/** A command of the command line; each has its own file. */
export interface Command {
  /** The text of `tributary <command> --help`. */
  readonly help: string;
  /** All its options. */
  readonly options: Readonly<ParseArgsOptionsConfig>;
  /** @returns the exit code; failures are thrown, and the caller prints them */
  run(args: readonly string[], call: Call): Promise<number>;
}

/** Signals that ask a program to end. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** The exit code of a command that a signal has stopped, as in shells. */
export function signalExitCode(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
