import { makeZip } from './office-fixtures.ts';

export interface OdfOptions {
  readonly title?: string;
  readonly author?: string;
  /** Automatic styles, as XML. */
  readonly styles?: string;
  readonly mediaType?: string;
  /** As an OpenDocument with a password has it. */
  readonly isEncrypted?: boolean;
}

const NAMES = ['office', 'text', 'table', 'style', 'meta', 'presentation'];
const SPACES = [
  ...NAMES.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Kind = 'text' | 'spreadsheet' | 'presentation';

/** The parts of an OpenDocument file whose body is this XML, by their names. */
export function odfParts(kind: Kind, body: string, options: OdfOptions = {}): Record<string, string> {
  const { title, author, styles = '', isEncrypted = false } = options;
  const { mediaType = `application/vnd.oasis.opendocument.${kind}` } = options;
  const key = isEncrypted ? '<manifest:encryption-data manifest:checksum="x"/>' : '';
  return {
    mimetype: mediaType,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?>
      <office:document-content ${SPACES}><office:automatic-styles>${styles}</office:automatic-styles>
      <office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'meta.xml': `<office:document-meta ${SPACES}><office:meta>
      ${title === undefined ? '' : `<dc:title>${escapeXml(title)}</dc:title>`}
      ${author === undefined ? '' : `<meta:initial-creator>${escapeXml(author)}</meta:initial-creator>`}
      </office:meta></office:document-meta>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
      <manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>
      <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">${key}</manifest:file-entry>
      </manifest:manifest>`,
  };
}

/** An OpenDocument text whose body is this XML. */
export function makeOdt(body: string, options: OdfOptions = {}): Uint8Array {
  return makeZip(odfParts('text', body, options));
}

/** An OpenDocument spreadsheet whose body is this XML. */
export function makeOds(body: string, options: OdfOptions = {}): Uint8Array {
  return makeZip(odfParts('spreadsheet', body, options));
}

/** An OpenDocument presentation whose body is this XML. */
export function makeOdp(body: string, options: OdfOptions = {}): Uint8Array {
  return makeZip(odfParts('presentation', body, options));
}

/** A cell that shows a text, with more attributes if they are given. */
export function odsCell(text: string, attributes = ''): string {
  return `<table:table-cell office:value-type="string" ${attributes}><text:p>${escapeXml(text)}</text:p></table:table-cell>`;
}

/** A sheet of rows of texts. */
export function odsSheet(name: string, rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `<table:table-row>${row.map((text) => odsCell(text)).join('')}</table:table-row>`);
  return `<table:table table:name="${escapeXml(name)}">${lines.join('')}</table:table>`;
}

/** A slide of text boxes, each of its paragraphs. */
export function odpSlide(boxes: readonly (readonly string[])[], more = ''): string {
  return `<draw:page draw:name="page">${boxes.map((paragraphs) => odpBox(paragraphs)).join('')}${more}</draw:page>`;
}

/** A text box of paragraphs; `attributes` may give it a class. */
export function odpBox(paragraphs: readonly string[], attributes = ''): string {
  const lines = paragraphs.map((text) => `<text:p><text:span>${escapeXml(text)}</text:span></text:p>`);
  return `<draw:frame ${attributes}><draw:text-box>${lines.join('')}</draw:text-box></draw:frame>`;
}
