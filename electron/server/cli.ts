import { constants } from 'node:os';
import packageJson from '../../package.json' with { type: 'json' };
import { AppError, BugError, UserError } from '../../shared/errors/errors.ts';
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from './cli/support/command.ts';
import { note, print, printJson } from './cli/support/output.ts';

interface Entry {
  readonly summary: string;
  /** Loaded when it is called: most of what a command needs takes longer to load than the help takes to read. */
  load(): Promise<Command>;
}

const commands: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ['open', { summary: 'open the page in the browser', load: async () => (await import('./cli/open.ts')).open }],
  ['upsert', { summary: 'run a flow on files', load: async () => (await import('./cli/upsert.ts')).upsert }],
  [
    'query',
    { summary: 'find passages that answer a question', load: async () => (await import('./cli/query.ts')).query },
  ],
  ['flows', { summary: 'list, export and import flows', load: async () => (await import('./cli/flows.ts')).flows }],
  ['stores', { summary: 'list document stores', load: async () => (await import('./cli/stores.ts')).stores }],
  [
    'credentials',
    {
      summary: 'list credentials and where they may be sent',
      load: async () => (await import('./cli/credentials.ts')).credentials,
    },
  ],
  ['runs', { summary: 'list, show and cancel runs', load: async () => (await import('./cli/runs.ts')).runs }],
  [
    'doctor',
    {
      summary: 'check the data folder, make indexes again',
      load: async () => (await import('./cli/doctor.ts')).doctor,
    },
  ],
]);

function generalHelp(): string {
  const lines = [
    ['serve', 'start the app (also without a command)'],
    ...[...commands].map(([name, { summary }]) => [name, summary]),
  ];
  return `Usage: tributary [command] [options]

Commands:
${lines.map(([name = '', summary = '']) => `  ${name.padEnd(13)}${summary}`).join('\n')}

tributary <command> --help tells the options of a command, with an example.
tributary --version tells the version.`;
}

/** Whether an option is among the arguments, before any `--`. */
function has(args: readonly string[], ...names: readonly string[]): boolean {
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

/** The first Ctrl+C lets a command stop its work, the second ends it. @returns the signal that came */
function watchSignals(controller: AbortController): () => 'SIGINT' | 'SIGTERM' | undefined {
  let came: 'SIGINT' | 'SIGTERM' | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (came !== undefined) process.exit(128 + constants.signals[signal]);
      came = signal;
      controller.abort(new UserError('RUN_CANCELLED', 'The command was stopped: call it again when you want.'));
    });
  }
  return () => came;
}

async function runCommand(entry: Entry, args: readonly string[]): Promise<number> {
  const command = await entry.load();
  if (has(args, '--help', '-h')) {
    print(command.help);
    return EXIT_OK;
  }
  // Whoever reads our output may stop reading (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? EXIT_OK : EXIT_FAILED),
  );
  const controller = new AbortController();
  const stopSignal = watchSignals(controller);
  try {
    return await command.run(args, { env: process.env, signal: controller.signal });
  } catch (error) {
    await tellFailure(error, has(args, '--json'));
    const signal = stopSignal();
    if (signal !== undefined) return 128 + constants.signals[signal];
    return error instanceof AppError && error.code === 'INVALID_USAGE' ? EXIT_USAGE : EXIT_FAILED;
  }
}

async function serve(args: readonly string[]): Promise<void> {
  const { serve: start, help } = await import('./cli/serve.ts');
  if (has(args, '--help', '-h')) print(help);
  else await start(args, process.env);
}

/** Ends the process when all output has been taken; a server that was started for the call may have left timers. */
function exit(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

async function main([first, ...rest]: readonly string[]): Promise<void> {
  if (first === '--help' || first === '-h') print(generalHelp());
  else if (first === 'help') await main(rest.length === 0 ? ['--help'] : [...rest.slice(0, 1), '--help']);
  else if (first === '--version' || first === '-v') print(packageJson.version);
  else if (first === undefined || first === 'serve') await serve(rest);
  else if (first.startsWith('-')) await serve([first, ...rest]);
  else {
    const entry = commands.get(first);
    if (entry !== undefined) return exit(await runCommand(entry, rest));
    await tellFailure(
      new UserError('INVALID_USAGE', `There is no command ${first}: see tributary --help.`),
      has(rest, '--json'),
    );
    exit(EXIT_USAGE);
  }
}

await main(process.argv.slice(2));
