import { AppError, BugError, UserError } from '../../shared/errors/errors.ts';
import { commands } from './cli/commands.ts';
import { type Call, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from './cli/support/command.ts';
import { note, print, printJson } from './cli/support/output.ts';

/** Whether an option is among the arguments, before any `--`. */
export function has(args: readonly string[], ...names: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => names.includes(arg));
}

/** Tells a failure to the person, and with `--json` to the program that called. */
async function tellFailure(error: unknown, isJson: boolean): Promise<void> {
  if (error instanceof AppError) note(error.message);
  else note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (!isJson) return;
  const { toErrorBody } = await import('./plugins/error-handler.ts');
  printJson(toErrorBody(error instanceof AppError ? error : new BugError(String(error), { cause: error })));
}

/** Runs a command to its end, and prints what it throws. @returns the exit code */
export async function callCommand([name = '', ...args]: readonly string[], call: Call): Promise<number> {
  try {
    const entry = commands.get(name);
    if (entry === undefined) {
      throw new UserError('INVALID_USAGE', `There is no command ${name}: see tributary --help.`);
    }
    const command = await entry.load();
    if (!has(args, '--help', '-h')) return await command.run(args, call);
    print(command.help);
    return EXIT_OK;
  } catch (error) {
    await tellFailure(error, has(args, '--json'));
    return error instanceof AppError && error.code === 'INVALID_USAGE' ? EXIT_USAGE : EXIT_FAILED;
  }
}
