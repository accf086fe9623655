import type { Metadata, SourceFile } from '../../../electron/server/core/document.ts';
import type { FileReader, OpenLoader } from '../../../electron/server/core/document-loader.ts';
import { readsFiles } from '../../../electron/server/nodes/documentloaders/reads-files.ts';

export interface ReadDocuments {
  readonly documents: readonly { readonly text: string; readonly metadata: Metadata }[];
  /** The loader's last report. */
  readonly bytesRead: number;
  /** What the loader said. */
  readonly notes: readonly string[];
  /** Parts that could not be read, if the caller lets the loader go on without them. */
  readonly failedParts: readonly string[];
}

/** A node that loads files, or the reader that does its work. */
export type LoadsFiles<Params> =
  | FileReader<Params>
  | { open(params: Params, inputs: unknown, context: unknown): OpenLoader };

/** Opens a loader of files. */
export function openFiles<Params>(loader: LoadsFiles<Params>, params: Params) {
  const opened = ('load' in loader ? readsFiles(loader) : loader).open(params, undefined, undefined);
  if (!('load' in opened)) throw new Error('The loader reads no files.');
  return opened;
}

/** Runs a loader on a file and reads its streams. */
export async function readDocuments<Params>(
  loader: LoadsFiles<Params>,
  params: Params,
  file: SourceFile,
  signal: AbortSignal = new AbortController().signal,
  goesOn = false,
): Promise<ReadDocuments> {
  const documents: { text: string; metadata: Metadata }[] = [];
  const notes: string[] = [];
  const failedParts: string[] = [];
  let bytesRead = 0;
  const context = {
    signal,
    onRead: (bytes: number) => {
      bytesRead = bytes;
    },
    onNote: (note: string) => void notes.push(note),
    ...(goesOn ? { onFailedPart: (error: Error) => void failedParts.push(error.message) } : {}),
  };
  for await (const { text, metadata } of openFiles(loader, params).load(file, context)) {
    let whole = '';
    if (typeof text === 'string') whole = text;
    else for await (const piece of text) whole += piece;
    documents.push({ text: whole, metadata });
  }
  return { documents, bytesRead, notes, failedParts };
}
