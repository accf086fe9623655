import { rowsOf } from '../../../shared/api/common.ts';
import { type Credential, CredentialHostSchema } from '../../../shared/api/credentials.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findCredential } from './support/find-target.ts';
import { print, printJson, table } from './support/output.ts';

const NAME = 'credentials';

const help = `Usage: tributary credentials [list] [options]
       tributary credentials allow <credential> <host> [options]
       tributary credentials disallow <credential> <host> [options]

Lists the credentials and the hosts that each may be sent to, and changes those
hosts. A credential is called by its id or its name. A host has its port where
that is not 443; an address will do.

Options:
${COMMON_HELP}

Example:
  tributary credentials allow "OpenAI account" http://localhost:1234/v1`;

type Change = 'allow' | 'disallow';

function isChange(action: string): action is Change {
  return action === 'allow' || action === 'disallow';
}

function readHost(text: string): string {
  const parsed = CredentialHostSchema.safeParse({ host: text });
  if (parsed.success) return parsed.data.host;
  throw usageError(NAME, `${text} is no host such as api.example.com or localhost:1234`);
}

function show({ id, name, hosts }: Credential): string[] {
  return [id, name, hosts.length === 0 ? 'nowhere yet' : hosts.join(', ')];
}

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, {});
  const [action = 'list', name = '', hostText = '', ...rest] = positionals;
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  if (action === 'list' && name === '') {
    const all = await withServer(options, (api) => api.call('listCredentials').then(rowsOf));
    if (values.json) printJson(all);
    else print(all.length === 0 ? 'There are no credentials yet.' : table(all.map(show)));
    return EXIT_OK;
  }
  if (!isChange(action) || hostText === '' || rest.length > 0) {
    throw usageError(NAME, `credentials ${positionals.join(' ')} is not complete, or there is no such command`);
  }
  const host = readHost(hostText);
  const changed = await withServer(options, async (api) => {
    const params = { id: (await findCredential(api, name)).id };
    return action === 'allow'
      ? api.call('allowCredentialHost', { params, body: { host } })
      : api.call('disallowCredentialHost', { params, query: { host } });
  });
  if (values.json) printJson(changed);
  else print(`${changed.name} may be sent to ${show(changed)[2]}`);
  return EXIT_OK;
}

export const credentials = { help, options: COMMON_OPTIONS, run } satisfies Command;
