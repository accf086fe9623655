import { globSync, openAsBlob, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { ErrorBodySchema } from '../../../shared/api/common.ts';
import type { Run } from '../../../shared/api/runs.ts';
import type { OverrideConfig, UpsertAccepted } from '../../../shared/api/vector.ts';
import type { ApiClient } from '../../../shared/client/api-client.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { followRun } from '../../../shared/client/follow-run.ts';
import { type AppError, OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { type FlowDocument, type FlowNode, isNote, parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { acceptsFile } from '../../../shared/nodes/accepts-file.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { countOf, formatBytes } from '../../../shared/text/format.ts';
import { COMMON_HELP, COMMON_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_OK } from './support/command.ts';
import { withServer } from './support/connect.ts';
import { findFlow } from './support/find-target.ts';
import { note, print, printJson } from './support/output.ts';
import { createProgress } from './support/progress.ts';

const NAME = 'upsert';
/** After this many attempts without an answer the server counts as gone: within about 4 s. */
const MOST_TRIES = 4;

const help = `Usage: tributary upsert <flow> [files…] [options]

Runs a flow on files: loads, splits, embeds and stores what is new or changed.
<flow> is its id or name. A file may be a path, a folder (the files in it that
the flow takes) or a glob pattern in quotes. Without files the flow runs on
those that are kept in it.

Options:
  --set node.input=value   another value for this run, where the flow allows it;
                           node is a label or an id; may be given several times
  --async           do not wait for the end, only tell the id of the run
${COMMON_HELP}

Ctrl+C cancels the run; what it has stored stays, and the next run goes on from there.

Example:
  tributary upsert "My documents" "reports/**/*.pdf" --set "File Loader.metadata={\\"year\\": 2026}"`;

interface FoundFile {
  /** The last part of the path: the file's name on the server. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Whether it was found in a given folder, not given itself. */
  readonly isFromFolder: boolean;
}

function toFile(path: string, isFromFolder: boolean): FoundFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? { name: basename(path), path, sizeBytes: found.size, isFromFolder } : undefined;
}

function inFolder(folder: string): FoundFile[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names.sort().flatMap((name) => toFile(join(folder, name), true) ?? []);
}

/** An existing name is used as it is, whatever characters it has; anything else is a pattern. */
function expand(pattern: string): FoundFile[] {
  const path = resolve(pattern);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(path);
  if (found !== undefined) return [toFile(path, false)].flatMap((file) => file ?? []);
  return globSync(pattern)
    .sort()
    .flatMap((match) => toFile(resolve(match), false) ?? []);
}

/**
 * The files of paths, folders (without subfolders) and glob patterns, without duplicates.
 * @throws UserError NO_FILES if one of them matches no file
 */
export function expandFiles(patterns: readonly string[]): FoundFile[] {
  const byPath = new Map<string, FoundFile>();
  for (const pattern of patterns) {
    const files = expand(pattern);
    if (files.length === 0)
      throw new UserError('NO_FILES', `There is no file ${pattern}: check its name and where you are.`);
    for (const file of files) {
      // A file given by itself takes precedence over one found in a folder.
      if (!byPath.has(file.path) || !file.isFromFolder) byPath.set(file.path, file);
    }
  }
  return [...byPath.values()];
}

/** Of a folder, only files that a loader of the flow accepts; the server checks files that are named explicitly. */
function chooseFiles(files: readonly FoundFile[], flow: FlowDocument): FoundFile[] {
  const loaders = flow.nodes.flatMap((node) => findNodeDefinition(node.data.name) ?? []);
  const isTaken = (file: FoundFile) => !file.isFromFolder || loaders.some((loader) => acceptsFile(loader, file.name));
  const skipped = files.filter((file) => !isTaken(file));
  if (skipped.length > 0)
    note(`Left out, since no loader of the flow takes them: ${skipped.map((file) => file.name).join(', ')}`);
  const chosen = files.filter(isTaken);
  if (files.length > 0 && chosen.length === 0) {
    throw new UserError(
      'UNSUPPORTED_FILE_TYPE',
      'The flow takes none of the files: add a loader for them, or name other files.',
    );
  }
  const names = chosen.map((file) => file.name);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  if (twice.length > 0) note(`Several files have the same name and count as one source: ${twice.join(', ')}`);
  return chosen;
}

async function toForm(files: readonly FoundFile[], overrides: Readonly<Record<string, unknown>>): Promise<FormData> {
  const form = new FormData();
  form.append('overrideConfig', JSON.stringify(overrides));
  for (const file of files) {
    try {
      // Read from the disk while it is being sent.
      form.append('files', await openAsBlob(file.path), file.name);
    } catch (cause) {
      throw new UserError(
        'FILE_CORRUPT',
        `${file.name} can't be read: check that you may, and that it is still there.`,
        { cause },
      );
    }
  }
  return form;
}

interface Sending {
  readonly flowId: string;
  readonly files: readonly FoundFile[];
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

async function send(api: ApiClient, { flowId, files, overrides, signal }: Sending): Promise<UpsertAccepted> {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (files.length > 0) note(`Sending ${countOf(files.length, 'file')}, ${formatBytes(sizeBytes)}`);
  return api.call('upsertVector', {
    params: { id: flowId },
    headers: { prefer: 'respond-async' },
    body: files.length === 0 ? { overrideConfig: overrides } : await toForm(files, overrides),
    signal,
  });
}

/** Cancels a run after Ctrl+C, and returns its last state. */
async function cancelRun(api: ApiClient, id: string): Promise<Run> {
  try {
    return await api.call('cancelRun', { params: { id } });
  } catch (error) {
    // The run ended before the cancel.
    if (error instanceof ApiError && error.code === 'RUN_FINISHED') return api.call('getRun', { params: { id } });
    throw error;
  }
}

function connectionLost(runId: string, cause: unknown): OperationalError {
  return new OperationalError(
    'SERVICE_FAILED',
    `The connection to the server was lost: once it is back, tributary runs show ${runId} tells what became of the run.`,
    { cause },
  );
}

/** Waits for the end of a run; Ctrl+C cancels it. */
async function finish(api: ApiClient, runId: string, signal: AbortSignal): Promise<Run> {
  const progress = createProgress();
  try {
    return await followRun(api, { runId, signal, onEvent: progress.show, mostTries: MOST_TRIES });
  } catch (error) {
    if (signal.aborted) return await cancelRun(api, runId);
    throw error instanceof ApiError && error.status === 0 ? connectionLost(runId, error) : error;
  } finally {
    progress.end();
  }
}

/** The reason why a run did not finish, as an error. */
function failureOf({ error, status }: Run): AppError {
  const parsed = ErrorBodySchema.pick({ code: true, message: true, nodeId: true, details: true }).safeParse(error);
  if (!parsed.success) return new OperationalError('SERVICE_FAILED', `The run ended as ${status}: run it again.`);
  const { code, message, nodeId, details } = parsed.data;
  return new UserError(code, message, { nodeId, details });
}

function tellIgnored(ignored: readonly string[] | undefined): void {
  for (const key of ignored ?? []) {
    note(`${key} had no effect: switch its override on for the node in the flow, or check its name.`);
  }
}

/** One `--set node.input=value`. */
interface Setting {
  /** Label or id; undefined: every node that has the input. */
  readonly node: string | undefined;
  readonly input: string;
  /** As typed: the server converts text to numbers, switches and JSON as each input requires. */
  readonly value: string;
}

/** Splits `node.input=value`; undefined if it has another form. Labels may contain dots and spaces, names of inputs contain neither. */
export function parseSetting(text: string): Setting | undefined {
  const match = /^(?:([^=]+)\.)?([^.=\s]+)=(.*)$/s.exec(text);
  const [, node, input, value] = match ?? [];
  return input === undefined || value === undefined ? undefined : { node, input, value };
}

function findNode(flow: FlowDocument, name: string): FlowNode {
  const nodes = flow.nodes.filter((node) => !isNote(node));
  const byId = nodes.find((node) => node.id === name);
  const byLabel = nodes.filter((node) => node.data.label.toLowerCase() === name.toLowerCase());
  const [found, second] = byId === undefined ? byLabel : [byId];
  if (found === undefined) {
    const known = nodes.map((node) => `${node.data.label} (${node.id})`).join(', ');
    throw new UserError('INVALID_OVERRIDE', `The flow has no node ${name}: name one of ${known}.`);
  }
  if (second !== undefined) {
    const ids = byLabel.map((node) => node.id).join(', ');
    throw new UserError('INVALID_OVERRIDE', `The flow has several nodes called ${name}: use an id, ${ids}.`);
  }
  return found;
}

/**
 * Overrides in the server's format: `{input: value}` for all nodes, `{input: {nodeId: value}}` for single ones.
 * @throws UserError INVALID_OVERRIDE for a node that the flow does not have, or an input that is set both for all nodes and for one
 */
export function toOverrides(settings: readonly Setting[], flow: FlowDocument): OverrideConfig {
  const forAll = new Map<string, string>();
  const forNodes = new Map<string, Map<string, string>>();
  for (const { node, input, value } of settings) {
    if (node === undefined) forAll.set(input, value);
    else {
      const values = forNodes.get(input) ?? new Map<string, string>();
      forNodes.set(input, values.set(findNode(flow, node).id, value));
    }
  }
  const both = [...forAll.keys()].find((input) => forNodes.has(input));
  if (both !== undefined) {
    throw new UserError(
      'INVALID_OVERRIDE',
      `${both} is set both for all nodes and for one: name the node in each --set.`,
    );
  }
  return Object.fromEntries([
    ...forAll,
    ...[...forNodes].map(([input, values]) => [input, Object.fromEntries(values)] as const),
  ]);
}

function readSettings(texts: readonly string[]): Setting[] {
  return texts.map((text) => {
    const setting = parseSetting(text);
    if (setting === undefined) throw usageError(NAME, `--set ${text} is not of the form node.input=value`);
    return setting;
  });
}

const OPTIONS = {
  set: { type: 'string', multiple: true, default: [] },
  async: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig;

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  const [target, ...patterns] = positionals;
  if (target === undefined) throw usageError(NAME, 'Which flow');
  const settings = readSettings(values.set);
  const found = expandFiles(patterns);
  const { signal } = call;
  const options = {
    command: NAME,
    url: values.url,
    dataDir: values['data-dir'],
    call,
    ...(values.async ? { needsRunning: '--async leaves the work to one' } : {}),
  };
  return withServer(options, async (api) => {
    const chatflow = await findFlow(api, target);
    const flow = parseFlowDocument(chatflow.flowData);
    const sending = {
      flowId: chatflow.id,
      files: chooseFiles(found, flow),
      overrides: toOverrides(settings, flow),
      signal,
    };
    const accepted = await send(api, sending);
    tellIgnored(accepted.ignoredOverrides);
    if (values.async) {
      if (values.json) printJson(accepted);
      else print(`Started run ${accepted.runId}`);
      return EXIT_OK;
    }
    const ended = await finish(api, accepted.runId, signal);
    if (ended.result === null) throw failureOf(ended);
    const { numAdded, numUpdated, numDeleted, numSkipped } = ended.result;
    if (values.json) printJson({ ...ended.result, ...accepted });
    else
      print(`Added ${numAdded}, updated ${numUpdated}, deleted ${numDeleted}, skipped ${numSkipped} (run ${ended.id})`);
    return EXIT_OK;
  });
}

export const upsert = { help, options: { ...COMMON_OPTIONS, ...OPTIONS }, run } satisfies Command;
