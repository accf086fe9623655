import { open } from 'node:fs/promises';
import { unreadKindOf } from '../../../../shared/nodes/unread-kinds.ts';
import type { SourceFile } from '../../core/document.ts';
import { inspectText } from '../text/inspect-text.ts';
import { readText } from '../text/read-text.ts';
import { looksLikeMail, MAIL_HEAD_UNITS } from './mail-head.ts';
import { isTnef } from './tnef-mark.ts';

/** Enough text to recognise the format. */
const HEAD_UNITS = 1024;

const SIGNATURE_BYTES = 256;

/** What pictures, sounds, archives and programs begin with, of which only the first bytes may be there. */
const SIGNATURES = [
  '\x89PNG',
  'GIF8',
  '\xff\xd8\xff',
  'RIFF',
  'II*',
  'MM\0*',
  'MZ',
  '\x7fELF',
  'PK\x03\x04',
  'OggS',
  'ID3',
  'fLaC',
];
/** More control characters than this are in no text, however short it is. */
const MOST_CONTROLS = 0.1;

/** The beginnings of texts in some formats. */
const TEXT_MARKS = [
  { extension: '.rtf', pattern: /^\{\\rtf/ },
  { extension: '.html', pattern: /^(?:<!--.*?-->\s*)*<(?:!doctype html|html)\b/is },
  { extension: '.html', pattern: /^<\?xml\b.*?<html\b/is },
  { extension: '.svg', pattern: /^(?:<\?xml\b[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE svg\b[^>]*>\s*)*<svg\b/is },
  { extension: '.fb2', pattern: /^<\?xml\b[^>]*>\s*<(?:\w+:)?FictionBook\b/ },
  { extension: '.xml', pattern: /^<\?xml\b/ },
  { extension: '.ics', pattern: /^BEGIN:VCALENDAR\r?\n/i },
  { extension: '.vcf', pattern: /^BEGIN:VCARD\r?\n/i },
  { extension: '.mbox', pattern: /^From \S+@?\S* .*\d{4}\r?\n[\w-]+:/ },
  { extension: '.vtt', pattern: /^WEBVTT\b/ },
  { extension: '.ps', pattern: /^%!PS-Adobe/ },
] as const;

/** Documents with macros and templates, which are read as the documents that they are. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ...['docm', 'dotx', 'dotm'].map((name) => [name, 'docx'] as const),
  ...['pptm', 'potx', 'potm', 'ppsx', 'ppsm'].map((name) => [name, 'pptx'] as const),
  ...['xltx', 'xltm'].map((name) => [name, 'xlsx'] as const),
]);

/** The kind of a file by its content. */
export interface RecognisedContent {
  /** The usual extension of its format; `.txt` for plain text and for an empty file, "" if unknown. */
  readonly extension: string;
  /** As a phrase for a message: "a .png file (image/png)". */
  readonly found: string;
}

/** Recognises a file by its content, if its name does not say what it is. */
export async function recogniseContent(file: SourceFile, signal: AbortSignal): Promise<RecognisedContent> {
  const inspection = await inspectText(file.path, signal);
  if (inspection.kind === 'empty') return { extension: '.txt', found: 'an empty file' };
  const bytes = await headBytes(file);
  if (isTnef(bytes)) return { extension: '.tnef', found: 'a mail that Outlook packed' };
  if (inspection.kind === 'binary') {
    const { fileTypeFromFile } = await import('file-type');
    const type = await fileTypeFromFile(file.path);
    if (type === undefined) return { extension: '', found: inspection.found };
    return { extension: `.${READ_AS.get(type.ext) ?? type.ext}`, found: inspection.found };
  }
  const { encoding, markBytes } = inspection;
  const isNamedBinary = unreadKindOf(file.name) !== undefined;
  if (!/^utf-/.test(encoding) && (isNamedBinary ? isRestOfBinary(bytes) : isFullOfControls(bytes))) {
    return { extension: '', found: 'a binary file' };
  }
  const pieces = readText(file.path, {
    encoding,
    markBytes,
    sizeBytes: MAIL_HEAD_UNITS,
    signal,
    onRead: () => undefined,
  });
  let head = '';
  for await (const piece of pieces) {
    head += piece;
    if (head.length >= MAIL_HEAD_UNITS) break;
  }
  const start = head.trimStart();
  const mark = TEXT_MARKS.find(({ pattern }) => pattern.test(start.slice(0, HEAD_UNITS)));
  const extension = mark?.extension ?? (looksLikeMail(start) ? '.eml' : '.txt');
  return { extension, found: 'a text file' };
}

/** Whether bytes that may be read as a text are the beginning of something else. */
function isRestOfBinary(bytes: Buffer): boolean {
  const start = bytes.toString('latin1');
  return SIGNATURES.some((signature) => start.startsWith(signature)) || isFullOfControls(bytes);
}

function isFullOfControls(bytes: Buffer): boolean {
  const controls = bytes.filter((byte) => byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b);
  return controls.length > bytes.length * MOST_CONTROLS;
}

/** The first bytes of a file, enough for a signature. */
async function headBytes(file: SourceFile): Promise<Buffer> {
  const handle = await open(file.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
