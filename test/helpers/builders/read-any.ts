import type { SourceFile } from '../../../electron/server/core/document.ts';
import { fileLoader } from '../../../electron/server/nodes/documentloaders/file-loader.ts';
import { fileLoader as definition } from '../../../shared/nodes/documentloaders/file-loader.ts';
import { type ReadDocuments, readDocuments } from './read-documents.ts';

/** Reads a file as File Loader does. */
export function readAny(
  file: SourceFile,
  usage: 'perPage' | 'perFile' = 'perPage',
  pointerName = '',
): Promise<ReadDocuments> {
  return readDocuments(fileLoader, definition.params.parse({ usage, pointerName }), file);
}
