import { API_BASE } from '../api/common.ts';
import { readOverrideSwitches } from '../flow/api-config.ts';
import type { GraphNode } from '../flow/flow-document.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import type { ExampleCall } from './example-call.ts';
import { enabledNames, exampleOverrides } from './example-overrides.ts';

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
