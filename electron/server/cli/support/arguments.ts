import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UserError } from '../../../../shared/errors/errors.ts';

/** Options of every command except `serve`. */
export const LOCAL_OPTIONS = {
  json: { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
} as const;

/** Options of every command that calls a server. */
export const COMMON_OPTIONS = {
  ...LOCAL_OPTIONS,
  url: { type: 'string' },
} as const;

/** The part of each help text about these options. */
export const COMMON_HELP = `  --json            machine-readable output on standard output
  --data-dir DIR    another data folder
  --url URL         a server that runs elsewhere; without it the one of the data folder,
                    or one that is started for this call

A key for a server that wants one is read from the environment variable TRIBUTARY_API_KEY.`;

/** @returns an error that ends the program with exit code 2 */
export function usageError(command: string, problem: string, cause?: unknown): UserError {
  return new UserError('INVALID_USAGE', `${problem}: see tributary ${command} --help.`, { cause });
}

/**
 * Reads a command's arguments: its own options and the common ones.
 * @throws UserError INVALID_USAGE
 */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  options: Options,
) {
  try {
    const config = { args: [...args], allowPositionals: true, options: { ...COMMON_OPTIONS, ...options } } as const;
    return parseArgs(config);
  } catch (cause) {
    const [reason = 'An option is wrong'] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw usageError(command, reason.replace(/\.$/, ''), cause);
  }
}

/**
 * Reads an integer option.
 * @throws UserError INVALID_USAGE
 */
export function parseCount(
  command: string,
  option: string,
  text: string | undefined,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw usageError(command, `--${option} is ${text} and must be a number from 1 to ${most}`);
}
