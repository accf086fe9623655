import { rowsOf } from '../../../shared/api/common.ts';
import type { Tool } from '../../../shared/api/tools.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findTool } from './support/find-target.ts';
import { print, printJson, table } from './support/output.ts';

const NAME = 'tools';

const help = `Usage: tributary tools [list] [options]
       tributary tools show <tool> [options]
       tributary tools approve <tool> [options]
       tributary tools disapprove <tool> [options]

Lists the tools, prints the code of one, and says whether agents may run it.
Only the very code that is approved is run: read it with "show" first. A tool is
called by its id or its name.

Options:
${COMMON_HELP}

Example:
  tributary tools approve add_numbers`;

const ACTIONS = ['show', 'approve', 'disapprove'] as const;
type Action = (typeof ACTIONS)[number];

function isAction(action: string): action is Action {
  return ACTIONS.some((one) => one === action);
}

function stateOf({ isApproved, func }: Tool): string {
  if ((func ?? '') === '') return 'no code';
  return isApproved ? 'approved' : 'not approved';
}

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, {});
  const [action = 'list', name = '', ...rest] = positionals;
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  if (action === 'list' && name === '') {
    const all = await withServer(options, (api) => api.call('listTools').then(rowsOf));
    if (values.json) printJson(all);
    else {
      const rows = all.map((tool) => [tool.id, tool.name, stateOf(tool)]);
      print(rows.length === 0 ? 'There are no tools yet.' : table(rows));
    }
    return EXIT_OK;
  }
  if (!isAction(action) || name === '' || rest.length > 0) {
    throw usageError(NAME, `tools ${positionals.join(' ')} is not complete, or there is no such command`);
  }
  const tool = await withServer(options, async (api) => {
    const found = await findTool(api, name);
    if (action === 'show') return found;
    const body = { func: found.func ?? '', isApproved: action === 'approve' };
    return api.call('approveTool', { params: { id: found.id }, body });
  });
  if (values.json) printJson(tool);
  else print(action === 'show' ? (tool.func ?? '') : `${tool.name}: ${stateOf(tool)}`);
  return EXIT_OK;
}

export const tools = { help, options: COMMON_OPTIONS, run } satisfies Command;
