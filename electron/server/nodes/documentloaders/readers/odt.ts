import { decodePart } from '../../../files/decode-part.ts';
import { fileCorrupt, fileEncrypted, fileHasNoText, wrongContent } from '../../../files/file-errors.ts';
import { describeArchive } from '../../../files/office-kind.ts';
import { type Archive, openArchive } from '../../../files/open-archive.ts';
import { localName, readXmlPart, TextCollector } from '../../../files/xml-part.ts';
import type { Metadata } from '../../../metadata.ts';
import { createOdtTextReader } from '../../../text/odt-text.ts';
import { readThrough } from '../../../text/text-reader.ts';
import { XmlError, type XmlHandler } from '../../../text/xml-reader.ts';
import type { LoadContext, LoadedDocument, SourceFile } from '../../kinds.ts';
import { translatingErrors, withFirstText } from './text-stream.ts';

const WANTED = 'an OpenDocument text (.odt)';
const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';

/** The text of an OpenDocument text, with its title and author: one document a file, streamed. */
export async function* readOdt(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const archive = await openArchive(file, WANTED, context.signal);
  try {
    await requireOdt(archive, file, context.signal);
    const metadata = await describe(archive, file, context.signal);
    const pieces = decodePart(await archive.stream(CONTENT), context.signal);
    const name = (error: unknown) =>
      error instanceof XmlError ? fileCorrupt(file, 'its content is damaged', error) : error;
    const text = await withFirstText(translatingErrors(readThrough(pieces, await createOdtTextReader()), name));
    if (text === undefined) {
      throw fileHasNoText(
        file,
        'it holds no written paragraphs',
        'if its text is in pictures, run text recognition first',
      );
    }
    yield { text, metadata };
    context.onRead(file.sizeBytes);
  } finally {
    archive.close();
  }
}

/** Media types of texts, templates and master documents begin so. */
const TEXT_TYPE = 'application/vnd.oasis.opendocument.text';

async function requireOdt(archive: Archive, file: SourceFile, signal: AbortSignal): Promise<void> {
  if (!archive.names.has(MANIFEST)) throw wrongContent(file, WANTED, describeArchive(archive.names));
  const manifest = new Manifest();
  await readXmlPart({ archive, file, name: MANIFEST, signal }, manifest);
  if (manifest.isEncrypted) throw fileEncrypted(file);
  const { mediaType } = manifest;
  if (!mediaType.startsWith(TEXT_TYPE)) throw wrongContent(file, WANTED, `a file of the type "${mediaType}"`);
}

/** What the list of parts says of the document. */
class Manifest implements Pick<XmlHandler, 'onOpen'> {
  isEncrypted = false;
  mediaType = '';

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (local === 'encryption-data') this.isEncrypted = true;
    if (local === 'file-entry' && attributes['manifest:full-path'] === '/') {
      this.mediaType = attributes['manifest:media-type'] ?? '';
    }
  }
}

async function describe(archive: Archive, file: SourceFile, signal: AbortSignal): Promise<Metadata> {
  const name = 'meta.xml';
  if (!archive.names.has(name)) return {};
  const collector = new TextCollector(['title', 'initial-creator', 'creator']);
  await readXmlPart({ archive, file, name, signal }, collector);
  const title = collector.get('title');
  const author = collector.get('initial-creator') ?? collector.get('creator');
  return { ...(title === undefined ? {} : { title }), ...(author === undefined ? {} : { author }) };
}
