import type { ParseArgsOptionsConfig } from 'node:util';
import { linkWith } from '../../../shared/api/session.ts';
import { dataDirOf } from '../config.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { openBrowser } from './support/open-browser.ts';
import { print, printJson } from './support/output.ts';

const NAME = 'open';

const help = `Usage: tributary open [options]

Opens the page of the running server in the browser, by a link that works once,
within five minutes, and makes that browser part of the app.

Options:
  --no-open         only print the link
${COMMON_HELP}

Example:
  tributary open`;

const OPTIONS = { 'no-open': { type: 'boolean', default: false } } satisfies ParseArgsOptionsConfig;

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  if (positionals.length > 0) throw usageError(NAME, `There is no ${positionals.join(' ')}`);
  const needsRunning = 'the page needs one that goes on';
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call, needsRunning };
  const link = await withServer(options, async (api) => {
    const { code } = await api.call('createSessionCode');
    return linkWith(api.url, code);
  });
  if (values.json) printJson({ link });
  else print(link);
  if (!values['no-open']) openBrowser(link, dataDirOf(values['data-dir'], call.env));
  return EXIT_OK;
}

export const open = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
