import { AppError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { Archive } from '../archive/open-archive.ts';
import { fileCorrupt } from '../errors/file-errors.ts';
import { decodePart } from '../text/decode-part.ts';
import { localName } from '../xml/xml-part.ts';
import { createXmlReader, type XmlHandler } from '../xml/xml-reader.ts';

/** An open Office document (Open XML). */
export interface OfficePackage {
  readonly file: SourceFile;
  readonly archive: Archive;
  readonly signal: AbortSignal;
  /** Called with what people should know, a sentence: what could not be read or was left out. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Called with the number of characters of a part read since the last call. */
  readonly onRead?: (part: string, characters: number) => void;
}

/** Reports progress in bytes of the file while it reads these parts, which contain most of it. */
export function withProgress<Office extends OfficePackage>(
  office: Office,
  parts: readonly (string | undefined)[],
  onRead: (bytesRead: number) => void,
): Office {
  const total = parts.reduce((sum, part) => sum + (part === undefined ? 0 : office.archive.sizeOf(part)), 0);
  let done = 0;
  return {
    ...office,
    onRead(part, characters) {
      if (!parts.includes(part)) return;
      done += characters;
      onRead(Math.floor(Math.min(1, done / total) * office.file.sizeBytes));
    },
  };
}

/** The attributes of an element, with their names as written. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** The value of an attribute with any prefix (`r:id`, `w:val`). */
export function prefixed(attributes: XmlAttributes, name: string): string | undefined {
  for (const key in attributes) {
    if (key.endsWith(name) && key.charAt(key.length - name.length - 1) === ':') return attributes[key];
  }
  return undefined;
}

/**
 * Reads a part of a document through a handler, and yields after each piece, so that the caller can take the handler's results before the next piece.
 * Names come without prefixes.
 * @throws UserError FILE_CORRUPT
 */
export function streamXml(
  office: OfficePackage,
  part: string,
  handler: Partial<XmlHandler>,
): AsyncGenerator<undefined> {
  return streamPrefixedXml(office, part, {
    onOpen: (name, attributes) => handler.onOpen?.(localName(name), attributes),
    onClose: (name) => handler.onClose?.(localName(name)),
    onText: (text) => handler.onText?.(text),
  });
}

/** {@link streamXml} with names as they are written. */
export async function* streamPrefixedXml(
  { file, archive, signal, onRead }: OfficePackage,
  part: string,
  handler: Partial<XmlHandler>,
): AsyncGenerator<undefined> {
  try {
    const reader = await createXmlReader(handler);
    for await (const piece of decodePart(await archive.stream(part), signal)) {
      reader.write(piece);
      onRead?.(part, piece.length);
      yield;
    }
    reader.end();
    yield;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AppError ? error : fileCorrupt(file, `its part "${part}" is damaged`, error);
  }
}

/** {@link streamXml} for a part that is kept whole. */
export async function readXml(office: OfficePackage, part: string, handler: Partial<XmlHandler>): Promise<void> {
  const pieces = streamXml(office, part, handler);
  while ((await pieces.next()).done !== true);
}
