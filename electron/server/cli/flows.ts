import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { rowsOf } from '../../../shared/api/common.ts';
import type { ApiClient } from '../../../shared/client/api-client.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import { isNote, nameNodes, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import {
  disabledInWords,
  type ImportedFlow,
  missingInFlowise,
  readFlowFile,
  toFlowFile,
} from '../../../shared/flow/flow-file.ts';
import { freeName } from '../../../shared/flow/free-name.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findFlow } from './support/find-target.ts';
import { formatDate, note, print, printJson, table } from './support/output.ts';

const NAME = 'flows';

const help = `Usage: tributary flows [list] [options]
       tributary flows export <flow> [file] [options]
       tributary flows import <file…> [options]

Lists flows, writes one to a file (or to standard output), or makes flows from
files: of Tributary, or exported by Flowise 2 or 3. Nodes that Tributary does not
have are kept and named; so are, on export, those that Flowise does not have.
An import changes no flow: where one of that name is there, a number follows.
Passwords, credentials and stored files are not exported.

Options:
${COMMON_HELP}

Example:
  tributary flows import "Garden Chatflow.json"`;

/** The displayed fields of a flow: neither the drawing, which may contain keys, nor its configuration. */
function summaryOf({ id, name, type, category, deployed, createdDate, updatedDate }: Chatflow) {
  return { id, name, type, category, deployed, createdDate, updatedDate };
}

async function list(api: ApiClient, isJson: boolean): Promise<void> {
  const flows = rowsOf(await api.call('listChatflows'));
  if (isJson) printJson(flows.map(summaryOf));
  else if (flows.length === 0) print('There are no flows yet.');
  else print(table(flows.map((flow) => [flow.id, formatDate(flow.updatedDate), flow.name])));
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw new UserError(
      'INVALID_INPUT',
      exists
        ? `${file} is there already: choose another name, or remove it first.`
        : `${file} can't be written: check the folder.`,
      { cause },
    );
  }
}

async function exportFlow(api: ApiClient, name: string, file: string | undefined, isJson: boolean): Promise<void> {
  const chatflow = await findFlow(api, name);
  const content = toFlowFile(chatflow);
  const flow = parseFlowDocument(chatflow.flowData);
  const missing = missingInFlowise(flow);
  const disabled = disabledInWords(flow);
  if (missing.length > 0) note(`Flowise does not have ${missing.join(', ')}: replace them there to run the flow`);
  if (disabled !== undefined) note(disabled);
  if (file === undefined) return printJson(content);
  writeNew(file, `${JSON.stringify(content, null, 2)}\n`);
  if (isJson) printJson({ ...summaryOf(chatflow), file, missingInFlowise: missing });
  else print(`Exported ${chatflow.name} to ${file}`);
}

interface FlowFile {
  readonly file: string;
  readonly flows: readonly ImportedFlow[];
}

function readFlows(file: string): FlowFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError('NO_FILES', `${file} can't be read: check its name and where you are.`, { cause });
  }
  return { file, flows: readFlowFile(text, basename(file)) };
}

/** Names of the nodes that the server does not have, without duplicates. */
function unknownNodes({ flow }: ImportedFlow, known: ReadonlySet<string>): string[] {
  return nameNodes(flow.nodes.filter((node) => !isNote(node) && !known.has(node.data.name)));
}

async function importFlows(api: ApiClient, files: readonly FlowFile[], isJson: boolean): Promise<void> {
  const nodes = await api.call('listNodes');
  const known = new Set(nodes.flatMap(({ name, aliases }) => [name, ...aliases]));
  const taken = new Set((await api.call('listChatflowNames')).map(({ name }) => name));
  const imported = [];
  for (const { file, flows } of files) {
    for (const source of flows) {
      const { flow, apiConfig } = source;
      const name = freeName(source.name, taken);
      taken.add(name);
      const body = { name, flowData: JSON.stringify(flow), ...(apiConfig === undefined ? {} : { apiConfig }) };
      const chatflow = await api.call('createChatflow', { body });
      if (name !== source.name) note(`There is a flow ${source.name} already: the imported one is called ${name}`);
      const unknown = unknownNodes(source, known);
      if (unknown.length > 0)
        note(`${name} has nodes that Tributary does not have; they are kept: ${unknown.join(', ')}`);
      if (!isJson) print(`Imported ${chatflow.name} (${chatflow.id})`);
      imported.push({ ...summaryOf(chatflow), file, unknownNodes: unknown });
    }
  }
  if (isJson) printJson(imported);
}

type Action = (api: ApiClient) => Promise<void>;

/** Reads the files before it connects to a server, so that a wrong file costs nothing. */
function readAction([kind = 'list', ...rest]: readonly string[], isJson: boolean): Action {
  const [first, second, third] = rest;
  if (kind === 'list' && first === undefined) return (api) => list(api, isJson);
  if (kind === 'export' && first !== undefined && third === undefined)
    return (api) => exportFlow(api, first, second, isJson);
  if (kind === 'import' && first !== undefined) {
    const files = rest.map(readFlows);
    return (api) => importFlows(api, files, isJson);
  }
  throw usageError(NAME, `flows ${[kind, ...rest].join(' ')} is not complete, or there is no such command`);
}

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, {});
  const action = readAction(positionals, values.json);
  await withServer({ command: NAME, url: values.url, dataDir: values['data-dir'], call }, action);
  return EXIT_OK;
}

export const flows = { help, options: COMMON_OPTIONS, run } satisfies Command;
