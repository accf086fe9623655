import type { Metadata, SourceFile } from '../../core/document.ts';
import { describeArchive } from '../archive/office-kind.ts';
import { type Archive, openArchive } from '../archive/open-archive.ts';
import { fileEncrypted, wrongContent } from '../errors/file-errors.ts';
import type { OfficePackage } from '../office/office-xml.ts';
import { localName, quietly, readXmlPart, TextCollector } from '../xml/xml-part.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

/** A kind of OpenDocument file. */
export interface OdfFormat {
  readonly kind: string;
  /** With the dot. */
  readonly extension: string;
  /** Media types of templates and of related kinds begin with this. */
  readonly mediaType: string;
}

export const ODF_TEXT: OdfFormat = {
  kind: 'an OpenDocument text',
  extension: '.odt',
  mediaType: 'application/vnd.oasis.opendocument.text',
};
export const ODF_SPREADSHEET: OdfFormat = {
  kind: 'an OpenDocument spreadsheet',
  extension: '.ods',
  mediaType: 'application/vnd.oasis.opendocument.spreadsheet',
};
export const ODF_PRESENTATION: OdfFormat = {
  kind: 'an OpenDocument presentation',
  extension: '.odp',
  mediaType: 'application/vnd.oasis.opendocument.presentation',
};

const FORMATS = [ODF_TEXT, ODF_SPREADSHEET, ODF_PRESENTATION];

/** An open OpenDocument file. */
export interface OdfPackage extends OfficePackage {
  /** Paths of its equations, each a folder in the archive. */
  readonly equations: readonly string[];
}

/** The part with the document's content. */
export const ODF_CONTENT = 'content.xml';
const EQUATION = 'application/vnd.oasis.opendocument.formula';
const MANIFEST = 'META-INF/manifest.xml';

/**
 * Opens an OpenDocument file of this format; the caller must close the archive.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_ENCRYPTED, ARCHIVE_TOO_LARGE, FILE_CORRUPT
 */
export async function openOdf(file: SourceFile, format: OdfFormat, signal: AbortSignal): Promise<OdfPackage> {
  const wanted = `${format.kind} (${format.extension})`;
  const archive = await openArchive(file, wanted, signal);
  try {
    const manifest = new Manifest();
    const hasManifest = archive.find(MANIFEST) !== undefined;
    if (hasManifest) await readXmlPart({ archive, file, name: MANIFEST, signal }, manifest);
    if (manifest.isEncrypted) throw fileEncrypted(file);
    const { equations } = manifest;
    const mediaType = hasManifest ? manifest.mediaType : await ownMediaType(archive);
    if (mediaType === '') throw wrongContent(file, wanted, describeArchive(archive.names));
    if (mediaType.startsWith(format.mediaType)) return { file, archive, signal, equations };
    const other = FORMATS.find((candidate) => mediaType.startsWith(candidate.mediaType));
    throw wrongContent(file, wanted, other?.kind ?? `a file of the type "${mediaType}"`);
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** What a file says of itself without its manifest. */
async function ownMediaType(archive: Archive): Promise<string> {
  if (archive.find('mimetype') === undefined) return '';
  let type = '';
  for await (const piece of await archive.stream('mimetype')) type += piece;
  return type.startsWith('application/vnd.oasis.opendocument.') ? type.trim() : '';
}

/** What the manifest says about the document. */
class Manifest implements Pick<XmlHandler, 'onOpen'> {
  isEncrypted = false;
  mediaType = '';
  readonly equations: string[] = [];

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    const local = localName(name);
    if (local === 'encryption-data') this.isEncrypted = true;
    if (local !== 'file-entry') return;
    const { 'manifest:full-path': path = '', 'manifest:media-type': mediaType = '' } = attributes;
    if (path === '/') this.mediaType = mediaType;
    else if (mediaType.startsWith(EQUATION)) this.equations.push(path.replace(/\/$/, ''));
  }
}

/** Title and author, if the document has them. */
export async function describeOdf({ archive, file, signal }: OfficePackage): Promise<Metadata> {
  const name = 'meta.xml';
  if (archive.find(name) === undefined) return {};
  const collector = new TextCollector(['title', 'initial-creator', 'creator']);
  // A damaged one does not matter: it has no text.
  await quietly(() => readXmlPart({ archive, file, name, signal }, collector));
  const title = collector.get('title');
  const author = collector.get('initial-creator') ?? collector.get('creator');
  return { ...(title === undefined ? {} : { title }), ...(author === undefined ? {} : { author }) };
}
