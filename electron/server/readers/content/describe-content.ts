import type { SourceFile } from '../../core/document.ts';
import { inspectText } from '../text/inspect-text.ts';

/** The kind of a file by its content, as a phrase for a message: "a text file", "a .png file (image/png)". */
export async function describeContent(file: SourceFile, signal: AbortSignal): Promise<string> {
  const inspection = await inspectText(file.path, signal);
  if (inspection.kind === 'binary') return inspection.found;
  return inspection.kind === 'text' ? 'a text file' : 'an empty file';
}
