import packageJson from '../../package.json' with { type: 'json' };
import { UserError } from '../../shared/errors/errors.ts';
import { callCommand, has } from './call-command.ts';
import { commands } from './cli/commands.ts';
import { EXIT_FAILED, EXIT_OK, STOP_SIGNALS, type StopSignal, signalExitCode } from './cli/support/command.ts';
import { note, print } from './cli/support/output.ts';
import { holdYoungGeneration } from './common/young-generation.ts';

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

/** The first Ctrl+C lets a command stop its work, the second ends it. @returns the signal that came */
function watchSignals(controller: AbortController): () => StopSignal | undefined {
  let came: StopSignal | undefined;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (came !== undefined) process.exit(signalExitCode(signal));
      came = signal;
      controller.abort(new UserError('RUN_CANCELLED', 'The command was stopped: call it again when you want.'));
    });
  }
  return () => came;
}

/** Calls a command, which the first signal may stop. @returns the exit code */
async function runCommand(args: readonly string[]): Promise<number> {
  const controller = new AbortController();
  const stopSignal = watchSignals(controller);
  const code = await callCommand(args, { env: process.env, signal: controller.signal });
  const signal = stopSignal();
  return code === EXIT_OK || signal === undefined ? code : signalExitCode(signal);
}

async function serve(args: readonly string[]): Promise<void> {
  holdYoungGeneration();
  const { serve: start, help } = await import('./cli/serve.ts');
  if (has(args, '--help', '-h')) print(help);
  else await start(args, process.env);
}

/** Ends the process when all output has been taken; a server that was started for the call may have left timers. */
function exit(code: number): void {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
}

/**
 * Whoever reads our output may stop reading (`| head`): the work goes to its end all the same, and its outcome is the exit code.
 * Output that can't be written for another reason (a full disk) is a failure.
 */
function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    note(`The output can't be written (${error.message}): check where it goes.`);
    process.exit(EXIT_FAILED);
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    // There is nowhere left to say it.
    if (error.code !== 'EPIPE') process.exit(EXIT_FAILED);
  });
}

async function main([first, ...rest]: readonly string[]): Promise<void> {
  if (first === '--help' || first === '-h') print(generalHelp());
  else if (first === 'help') await main(rest.length === 0 ? ['--help'] : [...rest.slice(0, 1), '--help']);
  else if (first === '--version' || first === '-v') print(packageJson.version);
  else if (first === undefined || first === 'serve') await serve(rest);
  else if (first.startsWith('-')) await serve([first, ...rest]);
  else exit(await runCommand([first, ...rest]));
}

watchOutput();
await main(process.argv.slice(2));
