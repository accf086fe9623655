import type { ParseArgsOptionsConfig } from 'node:util';
import { type HeldAnswer, HeldAnswerSchema, type SyncState } from '../../../shared/api/sync.ts';
import type { ApiClient } from '../../../shared/client/api-client.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findTarget } from './support/find-target.ts';
import { print, printJson, table } from './support/output.ts';

const NAME = 'sync';

const help = `Usage: tributary sync [options]
       tributary sync <flow or store> [options]

Shows which flows and document stores are synced with their folders, or one of them, and
says what has become of files that are missing: what is stored of them stays until you do.

Options:
  --answer gone     they were deleted: what is stored of them goes, too
  --answer away     their drive is not connected: what is stored of them stays
  --now             refresh it now
${COMMON_HELP}

Example:
  tributary sync "My documents" --answer away`;

/** What is to be known of one, in a line. */
function describe({ obstacle, held, last }: SyncState): string {
  const open = held.filter(({ answer }) => answer === null);
  if (open.length > 0) return open.map(({ label, why }) => `"${label}": ${why}`).join(' ');
  return obstacle ?? last?.message ?? '';
}

function printState(state: SyncState): void {
  const { mode, activity, folders, held, notes } = state;
  print(
    [
      `${mode}, ${activity}. ${describe(state)}`.trimEnd(),
      ...folders.map(({ path, fileCount, problem }) => `  ${path}: ${problem ?? `${fileCount} files`}`),
      ...held.map(({ label, why, answer }) => `  "${label}": ${why}${answer === null ? '' : ` Answer: ${answer}.`}`),
      ...notes.map((note) => `  ${note}`),
    ].join('\n'),
  );
}

async function list(api: ApiClient, isJson: boolean): Promise<void> {
  const states: SyncState[] = [];
  for (const { ownerId } of await api.call('listSyncs')) {
    states.push(await api.call('getSync', { params: { id: ownerId } }));
  }
  if (isJson) return printJson(states);
  if (states.length === 0) return print('Nothing is synced yet.');
  print(table(states.map((state) => [state.ownerId, state.mode, state.activity, describe(state)])));
}

function readAnswer(given: string | undefined): HeldAnswer | undefined {
  const parsed = HeldAnswerSchema.optional().safeParse(given);
  if (!parsed.success) throw usageError(NAME, '--answer is gone or away');
  return parsed.data;
}

const OPTIONS = { answer: { type: 'string' }, now: { type: 'boolean' } } satisfies ParseArgsOptionsConfig;

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  const [name, ...rest] = positionals;
  const answer = readAnswer(values.answer);
  const isOfAll = name === undefined && answer === undefined && values.now !== true;
  if (rest.length > 0 || (name === undefined && !isOfAll)) throw usageError(NAME, 'sync takes one flow or store');
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  await withServer(options, async (api) => {
    if (name === undefined) return list(api, values.json);
    const target = await findTarget(api, name);
    const params = { id: target.kind === 'flow' ? target.flow.id : target.store.id };
    let state = await api.call('getSync', { params });
    if (answer !== undefined) state = await api.call('answerSync', { params, body: { answer } });
    if (values.now === true) state = await api.call('refreshSync', { params });
    if (values.json) printJson(state);
    else printState(state);
  });
  return EXIT_OK;
}

export const sync = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
