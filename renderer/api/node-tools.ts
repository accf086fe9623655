import { api } from './client.ts';

/** A node with its inputs, as the server's checks take it; the id of its credential is among the inputs. */
export interface NodePart {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Tries what a node talks to. */
export function testConnection(part: NodePart, signal: AbortSignal) {
  return api.call('testNodeConnection', { body: { ...part }, signal });
}

/** The models that the service of a node has. */
export function listModels(part: NodePart, signal: AbortSignal) {
  return api.call('listNodeModels', { body: { ...part }, signal });
}

export interface PreviewRequest {
  readonly loader: NodePart;
  readonly splitter: NodePart | undefined;
  readonly embedding: NodePart | undefined;
  readonly limit: number;
  /** Chunks before the first one. */
  readonly offset?: number;
  /** Whether all are counted. */
  readonly statistics?: boolean;
  /** In the place of the files that the loader keeps. */
  readonly files: readonly File[];
}

/** Chunks that a loader and a splitter give. */
export function previewNodes({ files, splitter, embedding, ...rest }: PreviewRequest, signal: AbortSignal) {
  const body = { ...rest, ...(splitter && { splitter }), ...(embedding && { embedding }) };
  if (files.length === 0) return api.call('previewNodes', { body, signal });
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, JSON.stringify(value));
  for (const file of files) form.append('files', file, file.name);
  return api.call('previewNodes', { body: form, signal });
}
