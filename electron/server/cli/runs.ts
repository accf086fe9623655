import type { ParseArgsOptionsConfig } from 'node:util';
import type { Run } from '../../../shared/api/runs.ts';
import type { ApiClient } from '../../../shared/client/api-client.ts';
import { describeProgress } from '../../../shared/text/format.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, parseCount, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findFlow } from './support/find-target.ts';
import { formatDate, print, printJson, table } from './support/output.ts';

const NAME = 'runs';
const DEFAULT_LIMIT = 20;
/** The limit of the API. */
const MOST_RUNS = 1000;

const help = `Usage: tributary runs [list] [options]
       tributary runs show <id> [options]
       tributary runs cancel <id> [options]

Shows what upserts did and do, the newest first, and stops one.

Options:
  --flow FLOW       only the runs of this flow (id or name)
  --limit N         how many at most (default ${DEFAULT_LIMIT})
${COMMON_HELP}

Example:
  tributary runs --flow "My documents" --limit 5`;

interface ListOptions {
  readonly flow: string | undefined;
  readonly limit: number;
  readonly json: boolean;
}

function describeResult({ result, error, undoneDate }: Run): string {
  if (undoneDate !== undefined) return `undone ${formatDate(undoneDate)}`;
  if (error !== null) return error.message;
  if (result === null) return '';
  return `added ${result.numAdded}, updated ${result.numUpdated}, deleted ${result.numDeleted}, skipped ${result.numSkipped}`;
}

async function list(api: ApiClient, { flow, limit, json }: ListOptions): Promise<void> {
  const chatflowId = flow === undefined ? undefined : (await findFlow(api, flow)).id;
  const runs = await api.call('listRuns', { query: { limit, chatflowId } });
  if (json) return printJson(runs);
  if (runs.length === 0) return print('There are no runs yet.');
  const flows = await api.call('listChatflowNames');
  const names = new Map(flows.map(({ id, name }) => [id, name]));
  print(
    table(
      runs.map((run) => [
        run.id,
        formatDate(run.createdDate),
        run.status,
        names.get(run.chatflowId) ?? run.chatflowId,
        describeResult(run),
      ]),
    ),
  );
}

function printRun(run: Run): void {
  const dates = [
    `Started   ${formatDate(run.createdDate)}`,
    ...(run.finishedDate === null ? [] : [`Ended     ${formatDate(run.finishedDate)}`]),
  ];
  const steps = run.nodes.map((node) => [
    `  ${node.label}`,
    node.status,
    describeProgress(node) ?? '',
    node.message ?? '',
  ]);
  const result = describeResult(run);
  print(
    [
      `Run       ${run.id}`,
      `Flow      ${run.chatflowId}`,
      `Status    ${run.status}`,
      ...dates,
      ...(result === '' ? [] : [`Result    ${result}`]),
      table(steps),
    ].join('\n'),
  );
}

type Action = { readonly kind: 'list' } | { readonly kind: 'show' | 'cancel'; readonly id: string };

function readAction([kind = 'list', id, ...rest]: readonly string[]): Action {
  if (kind === 'list' && id === undefined) return { kind };
  if (kind !== 'show' && kind !== 'cancel') throw usageError(NAME, `There is no runs ${[kind, id].join(' ').trim()}`);
  if (id === undefined || rest.length > 0) throw usageError(NAME, `runs ${kind} takes one id`);
  return { kind, id };
}

const OPTIONS = { flow: { type: 'string' }, limit: { type: 'string' } } satisfies ParseArgsOptionsConfig;

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  const action = readAction(positionals);
  const limit = parseCount(NAME, 'limit', values.limit, MOST_RUNS) ?? DEFAULT_LIMIT;
  const options = { command: NAME, url: values.url, dataDir: values['data-dir'], call };
  await withServer(options, async (api) => {
    if (action.kind === 'list') return list(api, { flow: values.flow, limit, json: values.json });
    const run = await api.call(action.kind === 'cancel' ? 'cancelRun' : 'getRun', { params: { id: action.id } });
    if (values.json) printJson(run);
    else printRun(run);
  });
  return EXIT_OK;
}

export const runs = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
