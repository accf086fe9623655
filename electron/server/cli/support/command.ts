import { constants } from 'node:os';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a command is given beside its arguments. */
export interface Call {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C and the other {@link STOP_SIGNALS}: a command stops its work and passes the reason on. */
  readonly signal: AbortSignal;
}

/** A command of the command line; each has a file of its own. */
export interface Command {
  /** All of `tributary <command> --help`. */
  readonly help: string;
  /** All options that it takes. */
  readonly options: Readonly<ParseArgsOptionsConfig>;
  /** @returns the exit code; failures are thrown, and shown by whoever called */
  run(args: readonly string[], call: Call): Promise<number>;
}

/** Signals by which a person or a system asks a program to end. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** The exit code of a command that a signal has stopped, as shells tell it. */
export function signalExitCode(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
