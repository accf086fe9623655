import { countOf } from '../../../shared/text/format.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { print, printJson, table } from './support/output.ts';
import { listStores } from './support/stores.ts';

const NAME = 'stores';

const help = `Usage: tributary stores [options]

Lists the document stores: id, name, status and chunks.

Options:
${COMMON_HELP}

Example:
  tributary stores`;

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, {});
  const [action = 'list', ...rest] = positionals;
  if (action !== 'list' || rest.length > 0) throw usageError(NAME, `There is no ${positionals.join(' ')}`);
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  const stores = await withServer(options, listStores);
  if (values.json) printJson(stores);
  else if (stores.length === 0) print('There are no document stores yet.');
  else print(table(stores.map((store) => [store.id, store.status, countOf(store.totalChunks, 'chunk'), store.name])));
  return EXIT_OK;
}

export const stores = { help, options: COMMON_OPTIONS, run } satisfies Command;
