import { isAscii, isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import {
  encodingByMark,
  guessLegacyEncoding,
  ISO_2022_JP,
  isIso2022Jp,
  utf16WithoutMark,
} from '../../common/detect-encoding.ts';

/** The content of a file that should be text. */
export type TextInspection =
  | { readonly kind: 'empty' }
  /** `found` completes "it is …". */
  | { readonly kind: 'binary'; readonly found: string }
  | { readonly kind: 'text'; readonly encoding: string; readonly markBytes: number };

/** Enough for a signature, for control characters and for a guess of the encoding. */
const PROBE_BYTES = 64 * 1024;
const SCAN_BYTES = 1024 * 1024;

/** Text may contain a few NUL and control bytes by accident; above this number and this share it is binary. */
const TOLERATED_CONTROLS = 16;
const TOLERATED_SHARE = 0.1;

/**
 * Reads the whole file once, in bounded memory, to distinguish text from binary and to find the encoding: a byte order mark, then strict UTF-8, then UTF-16
 * without a mark, then a guess. ASCII bytes may be ISO-2022-JP.
 */
export async function inspectText(path: string, signal: AbortSignal): Promise<TextInspection> {
  const file = await open(path);
  try {
    const head = await readAt(file, 0, PROBE_BYTES);
    if (head.length === 0) return { kind: 'empty' };
    const marked = encodingByMark(head);
    if (marked !== undefined) return { kind: 'text', ...marked };
    if (head.subarray(0, 5).toString('latin1') === '%PDF-') return { kind: 'binary', found: 'a PDF document' };
    const utf16 = utf16WithoutMark(head);
    const { invalidAt, isJapanese } = utf16 === undefined ? await scanUtf8(file, head, signal) : NOTHING_FOUND;
    if (utf16 === undefined && invalidAt === undefined && !isRichInControls(head)) {
      return { kind: 'text', encoding: isJapanese ? ISO_2022_JP : 'utf8', markBytes: 0 };
    }
    const found = await binaryKind(head);
    if (found !== undefined) return { kind: 'binary', found };
    if (utf16 !== undefined) return { kind: 'text', encoding: utf16, markBytes: 0 };
    if (isRichInControls(head) || head.includes(0)) return { kind: 'binary', found: 'a binary file' };
    const sample = await readAt(file, Math.max(0, (invalidAt ?? 0) - PROBE_BYTES / 16), PROBE_BYTES);
    return { kind: 'text', encoding: await guessLegacyEncoding(sample), markBytes: 0 };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The number of bytes at the end of an incomplete character; 0 if it is complete. */
export function unfinishedUtf8Bytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

interface Utf8Scan {
  /** Where the file stops being UTF-8: the first non-ASCII byte of the invalid piece. Undefined: nowhere. */
  readonly invalidAt: number | undefined;
  /** Whether all bytes are ASCII with ISO-2022-JP escape sequences. */
  readonly isJapanese: boolean;
}

const NOTHING_FOUND: Utf8Scan = { invalidAt: undefined, isJapanese: false };

async function scanUtf8(file: FileHandle, head: Buffer, signal: AbortSignal): Promise<Utf8Scan> {
  signal.throwIfAborted();
  // A small file is completely in the head. Large buffers for many small files cause constant garbage collection in the worker.
  if (head.length < PROBE_BYTES) {
    if (isUtf8(head)) return { invalidAt: undefined, isJapanese: isAscii(head) && isIso2022Jp(head) };
    return { invalidAt: firstBeyondAscii(head), isJapanese: false };
  }
  const buffer = Buffer.allocUnsafe(SCAN_BYTES);
  let isPlain = true;
  let isJapanese = false;
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, SCAN_BYTES, position);
    if (bytesRead === 0) return { invalidAt: undefined, isJapanese: isJapanese && isPlain };
    const bytes = buffer.subarray(0, bytesRead);
    const unfinished = bytesRead < SCAN_BYTES ? 0 : unfinishedUtf8Bytes(bytes);
    const complete = bytes.subarray(0, bytes.length - unfinished);
    if (!isUtf8(complete)) return { invalidAt: position + firstBeyondAscii(complete), isJapanese: false };
    isPlain &&= isAscii(complete);
    isJapanese ||= isPlain && isIso2022Jp(complete);
    position += complete.length;
  }
}

function firstBeyondAscii(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte >= 0x80);
}

function isRichInControls(head: Uint8Array): boolean {
  let controls = 0;
  for (const byte of head) {
    // Plain text and terminal logs contain backspace to carriage return, and escape.
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls += 1;
  }
  return controls > TOLERATED_CONTROLS && controls > head.length * TOLERATED_SHARE;
}

/** Formats that are text as well: their signature says nothing about the encoding. */
const TEXT_TYPE = /^text\/|[/+]xml$/;

/** Names a binary format by its signature. */
async function binaryKind(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head);
  return type === undefined || TEXT_TYPE.test(type.mime) ? undefined : `a .${type.ext} file (${type.mime})`;
}
