import type { SourceFile } from '../../core/document.ts';
import { inspectText } from '../text/inspect-text.ts';
import { readText } from '../text/read-text.ts';

/** Enough of a text to see what it is. */
const HEAD_UNITS = 1024;

/** What texts of some formats begin with. */
const TEXT_MARKS = [
  { extension: '.rtf', pattern: /^\{\\rtf/ },
  { extension: '.html', pattern: /^(?:<!--.*?-->\s*)*<(?:!doctype html|html)\b/is },
  { extension: '.html', pattern: /^<\?xml\b.*?<html\b/is },
  { extension: '.xml', pattern: /^<\?xml\b/ },
  { extension: '.vtt', pattern: /^WEBVTT\b/ },
] as const;

/** What a file is by its content. */
export interface RecognisedContent {
  /** The usual extension of its format; `.txt` for any plain text and for an empty file, "" for what is not known. */
  readonly extension: string;
  /** In words for a message: "a .png file (image/png)". */
  readonly found: string;
}

/** Recognises a file whose name does not say what it is. */
export async function recogniseContent(file: SourceFile, signal: AbortSignal): Promise<RecognisedContent> {
  const inspection = await inspectText(file.path, signal);
  if (inspection.kind === 'empty') return { extension: '.txt', found: 'an empty file' };
  if (inspection.kind === 'binary') {
    const { fileTypeFromFile } = await import('file-type');
    const type = await fileTypeFromFile(file.path);
    return { extension: type === undefined ? '' : `.${type.ext}`, found: inspection.found };
  }
  const { encoding, markBytes } = inspection;
  const pieces = readText(file.path, { encoding, markBytes, sizeBytes: HEAD_UNITS, signal, onRead: () => undefined });
  let head = '';
  for await (const piece of pieces) {
    head += piece;
    if (head.length >= HEAD_UNITS) break;
  }
  const start = head.trimStart();
  const mark = TEXT_MARKS.find(({ pattern }) => pattern.test(start));
  return { extension: mark?.extension ?? '.txt', found: 'a text file' };
}
