import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { Archive } from '../archive/open-archive.ts';
import { fileCorrupt, fileTooLarge } from '../errors/file-errors.ts';
import { decodePart } from '../text/decode-part.ts';
import { createXmlReader, XmlError, type XmlHandler } from './xml-reader.ts';

/** Tables of contents of the largest books have a few megabytes. */
const MAX_UNITS = 16 * 1024 * 1024;

export interface ArchivePart {
  readonly archive: Archive;
  readonly file: SourceFile;
  readonly name: string;
  readonly signal: AbortSignal;
}

/**
 * Passes a small XML part of an archive to a handler.
 * @throws UserError FILE_CORRUPT if it is missing or damaged, FILE_TOO_LARGE
 */
export async function readXmlPart(
  { archive, file, name, signal }: ArchivePart,
  handler: Partial<XmlHandler>,
): Promise<void> {
  const xml = await createXmlReader(handler);
  let units = 0;
  try {
    for await (const piece of decodePart(await archive.stream(name), signal)) {
      units += piece.length;
      if (units > MAX_UNITS) throw fileTooLarge(file, `its part "${name}" is over ${MAX_UNITS / 1024 ** 2} MB`);
      xml.write(piece);
    }
    xml.end();
  } catch (error) {
    if (error instanceof XmlError) throw fileCorrupt(file, `its part "${name}" is damaged`, error);
    throw error;
  }
}

/** Reads what a document can do without: damage to it does not matter. */
export async function quietly(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

/** Collects the text of some elements by their name without prefix; the first of each name counts. */
export class TextCollector implements XmlHandler {
  readonly texts = new Map<string, string>();
  readonly #names: ReadonlySet<string>;
  #open: string | undefined;

  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  onOpen(name: string): void {
    const local = localName(name);
    if (!this.#names.has(local) || this.texts.has(local)) return;
    this.#open = local;
    this.texts.set(local, '');
  }

  onText(text: string): void {
    if (this.#open !== undefined) this.texts.set(this.#open, `${this.texts.get(this.#open) ?? ''}${text}`);
  }

  onClose(name: string): void {
    if (localName(name) === this.#open) this.#open = undefined;
  }

  /** The text of an element, on one line; undefined if it has none. */
  get(name: string): string | undefined {
    return this.texts.get(name)?.replace(/\s+/g, ' ').trim() || undefined;
  }
}

/** `title` of `dc:title`. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
