import { API_BASE } from '../api/common.ts';
import { type OverrideSwitches, readOverrideSwitches } from '../flow/api-config.ts';
import type { GraphNode } from '../flow/flow-document.ts';
import { isDisabled } from '../flow/node-marks.ts';
import { refersToVariable } from '../flow/variable-reference.ts';
import type { NodeDefinition } from '../nodes/define-node.ts';
import { type ParamInfo, paramInfo } from '../nodes/params.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { isUnset } from '../nodes/unset.ts';
import type { ExampleCall } from './example-call.ts';

/** What the examples know of a flow. */
export interface ExampleFlow {
  readonly id: string;
  readonly nodes: readonly GraphNode[];
  readonly apiConfig: string | null;
  readonly needsKey: boolean;
}

const QUESTION = 'How long may I keep a book?';

/** A name for a file that a loader takes. */
function exampleFile(extensions: readonly string[]): string {
  const usual = ['.pdf', '.md', '.txt'].find((extension) => extensions.includes(extension));
  return `handbook${usual ?? extensions[0] ?? '.txt'}`;
}

/** Names that a call may override in a node, as the switches say; of switched-off overrides none. */
function enabledNames(
  switches: Pick<OverrideSwitches, 'nodes'> | undefined,
  { id, data }: GraphNode,
): ReadonlySet<string> {
  const entries = [data.label, id].flatMap((key) => switches?.nodes[key] ?? []);
  return new Set(entries.filter(({ enabled }) => enabled).map(({ name }) => name));
}

function savedValue(info: ParamInfo, saved: unknown): unknown {
  // A call's values are never searched for variables.
  if (isUnset(saved) || refersToVariable(saved)) return undefined;
  if (typeof saved !== 'string') return saved;
  if (info.kind === 'number') return Number(saved);
  if (info.kind !== 'json') return saved;
  try {
    return JSON.parse(saved);
  } catch {
    return undefined; // no JSON: the check of the flow says so
  }
}

function usualValue({ kind, min, choices, placeholder }: ParamInfo): unknown {
  if (kind === 'number') return min ?? 1;
  if (kind === 'boolean') return true;
  if (kind === 'choice') return choices?.[0]?.value;
  return kind === 'json' ? {} : placeholder;
}

/** The value that a node has, else its default, else what such a value looks like; undefined where nothing fits. */
function exampleOf(definition: NodeDefinition, param: string, inputs: GraphNode['data']['inputs']): unknown {
  const schema = definition.params.shape[param];
  if (schema === undefined) return undefined;
  const info = paramInfo(schema);
  if (!info.overridable || info.kind === 'file') return undefined;
  const value = [savedValue(info, inputs[param]), info.default, usualValue(info)].find((one) => !isUnset(one));
  return value !== undefined && definition.params.shape[param]?.safeParse(value).success ? value : undefined;
}

/** What of a loader has a switch of its own. */
const EXTRAS: Readonly<Record<string, unknown>> = { addMetadata: { team: 'library' }, returnSourceDocuments: true };

/**
 * `overrideConfig` with what a flow allows calls to override, and with the values that it has now. Where nodes have different values under one name, the
 * name has a value for each, by the node's id.
 * @throws UserError INVALID_INPUT when the switches can't be read
 */
export function exampleOverrides(nodes: readonly GraphNode[], apiConfig: string | null): Record<string, unknown> {
  const switches = readOverrideSwitches(apiConfig);
  const byName = new Map<string, Map<string, unknown>>();
  for (const node of nodes) {
    const definition = findNodeDefinition(node.data.name);
    // An override for a disabled node is refused.
    if (definition === undefined || isDisabled(node)) continue;
    for (const name of enabledNames(switches, node)) {
      const extra = definition.kind === 'documentloader' ? EXTRAS[name] : undefined;
      const value = extra ?? exampleOf(definition, name, node.data.inputs);
      if (value !== undefined) byName.set(name, new Map([...(byName.get(name) ?? []), [node.id, value]]));
    }
  }
  const overrides = [...byName].map(([name, values]) => {
    const different = new Set([...values.values()].map((value) => JSON.stringify(value)));
    return [name, different.size === 1 || name in EXTRAS ? [...values.values()][0] : Object.fromEntries(values)];
  });
  const vars = (switches?.variables ?? []).filter(({ enabled }) => enabled).map(({ name }) => [name, 'value']);
  return { ...Object.fromEntries(overrides), ...(vars.length === 0 ? {} : { vars: Object.fromEntries(vars) }) };
}

/** The loaders of a flow that take files of a call, and whether calls may send them some. */
export function uploadsOf({ nodes, apiConfig }: Pick<ExampleFlow, 'nodes' | 'apiConfig'>): {
  readonly takesFiles: boolean;
  readonly mayBeSent: boolean;
  readonly files: readonly string[];
} {
  const switches = readOverrideSwitches(apiConfig);
  const loaders = nodes.flatMap((node) => {
    const upload = findNodeDefinition(node.data.name)?.upload;
    if (upload === undefined) return [];
    const names = enabledNames(switches, node);
    return [{ file: exampleFile(upload.extensions), mayBeSent: names.has('files') || names.has(upload.param) }];
  });
  const open = loaders.filter(({ mayBeSent }) => mayBeSent);
  return {
    takesFiles: loaders.length > 0,
    mayBeSent: open.length > 0,
    files: [...new Set(open.map(({ file }) => file))],
  };
}

/**
 * The upsert of a flow: with a file for each of its loaders that take files of calls, and with the overrides that are switched on.
 * @throws UserError INVALID_INPUT when the switches can't be read
 */
export function flowUpsertCall(flow: ExampleFlow): ExampleCall {
  const { files } = uploadsOf(flow);
  const overrideConfig = exampleOverrides(flow.nodes, flow.apiConfig);
  const fields = Object.keys(overrideConfig).length === 0 ? {} : { overrideConfig };
  const call = { method: 'POST', path: `${API_BASE}/vector/upsert/${flow.id}`, needsKey: flow.needsKey } as const;
  return files.length > 0
    ? { ...call, body: { type: 'form', files, fields } }
    : { ...call, body: { type: 'json', value: fields } };
}

/** A question to what a flow has stored. */
export function flowQueryCall({ id, needsKey }: ExampleFlow, question = QUESTION): ExampleCall {
  return {
    method: 'POST',
    path: `${API_BASE}/vector/query/${id}`,
    needsKey,
    body: { type: 'json', value: { query: question, topK: 4 } },
  };
}

/** What the examples know of a document store. */
export interface ExampleStore {
  readonly id: string;
  readonly needsKey: boolean;
}

/** Brings a file into a document store. */
export function storeUpsertCall({ id, needsKey }: ExampleStore): ExampleCall {
  return {
    method: 'POST',
    path: `${API_BASE}/document-store/upsert/${id}`,
    needsKey,
    body: { type: 'form', files: ['handbook.pdf'], fields: { loader: { name: 'fileLoader', config: {} } } },
  };
}

/** Reads what the loaders of a document store read anew, and brings what changed into its vector store. */
export function storeRefreshCall({ id, needsKey }: ExampleStore): ExampleCall {
  const path = `${API_BASE}/document-store/refresh/${id}`;
  return { method: 'POST', path, needsKey, body: { type: 'json', value: {} } };
}

/** A question to a document store. */
export function storeQueryCall({ id, needsKey }: ExampleStore, question = QUESTION): ExampleCall {
  const value = { storeId: id, query: question, topK: 4 };
  return {
    method: 'POST',
    path: `${API_BASE}/document-store/vectorstore/query`,
    needsKey,
    body: { type: 'json', value },
  };
}
