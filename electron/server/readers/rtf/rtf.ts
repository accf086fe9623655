import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { readThrough } from '../text/text-reader.ts';
import { withFirstText } from '../text/text-stream.ts';
import { createRtfTextReader, type RtfTextReader } from './rtf-text.ts';

/** Bytes per piece, as for other texts. */
const PIECE_BYTES = 1024 * 1024;
const HEAD_BYTES = 64;

/** The text of an RTF document, with its title and author: one document per file, streamed. */
export async function* readRtf(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  await requireRtf(file, context.signal);
  const reader = await createRtfTextReader();
  const text = await withFirstText(requireEnd(readThrough(readBytes(file, context), reader), reader, file));
  if (text === undefined) {
    throw fileHasNoText(
      file,
      'it holds no written paragraphs',
      'if its text is in pictures, run text recognition first',
    );
  }
  yield { text, metadata: trimmed(reader.properties) };
}

async function requireRtf(file: SourceFile, signal: AbortSignal): Promise<void> {
  const handle = await open(file.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (bytesRead === 0) throw fileEmpty(file);
    if (/^\s*\{\\rtf/.test(buffer.toString('latin1'))) return;
  } finally {
    await handle.close();
  }
  throw wrongContent(file, 'an RTF document', await describeContent(file, signal));
}

async function* readBytes(file: SourceFile, { signal, onRead }: LoadContext): AsyncGenerator<string> {
  // Node does not close the file of a stream whose signal was aborted before the stream started.
  signal.throwIfAborted();
  let bytesRead = 0;
  for await (const piece of createReadStream(file.path, { highWaterMark: PIECE_BYTES, signal })) {
    const bytes: Buffer = piece;
    bytesRead += bytes.length;
    onRead(bytesRead);
    yield bytes.toString('latin1');
  }
}

async function* requireEnd(
  pieces: AsyncIterable<string>,
  reader: RtfTextReader,
  file: SourceFile,
): AsyncGenerator<string> {
  yield* pieces;
  if (reader.openGroups > 0) throw fileCorrupt(file, 'it breaks off before its end');
}

function trimmed(properties: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(properties).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
