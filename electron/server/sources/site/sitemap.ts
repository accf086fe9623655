import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AppError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { decodeText } from '../../http/decode-text.ts';
import { answerDamaged, answerTooLarge } from '../../http/web-errors.ts';
import { createXmlReader, XmlError } from '../../readers/xml/xml-reader.ts';
import { resolveLink } from '../page/canonical-url.ts';

/** The content of a sitemap, in order. */
export interface SitemapList {
  readonly pages: readonly URL[];
  /** Nested sitemaps. */
  readonly sitemaps: readonly URL[];
}

export interface SitemapSource {
  readonly url: URL;
  readonly contentType: string | null;
  readonly body: Buffer;
}

/** The limits of a sitemap: 50 MB unpacked, and 50,000 addresses (sitemaps.org). */
const MAX_BYTES = 52_428_800;
const MAX_ADDRESSES = 50_000;
/** Longer than any address. */
const MAX_TEXT_UNITS = 10_000;
/** The file is read in pieces of this size. */
const PIECE_UNITS = 1024 * 1024;

/**
 * Reads a sitemap: XML (a list, or an index of sitemaps) or lines of addresses, possibly compressed with gzip.
 * @returns undefined if it is not a sitemap
 * @throws OperationalError SERVICE_FAILED for a damaged one; UserError FILE_TOO_LARGE
 */
export async function readSitemap(source: SitemapSource): Promise<SitemapList | undefined> {
  const text = (await decodeText(await unpack(source), source.contentType)).trimStart();
  if (!text.startsWith('<')) return readLines(text, source.url);
  return /<(?:\w+:)?(?:urlset|sitemapindex)\b/.test(text.slice(0, MAX_TEXT_UNITS))
    ? await readXml(text, source.url)
    : undefined;
}

async function unpack({ url, body }: SitemapSource): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await promisify(gunzip)(body, { maxOutputLength: MAX_BYTES });
  } catch (error) {
    throw explain(error, url);
  }
}

function explain(error: unknown, url: URL): AppError {
  if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return answerTooLarge(url, MAX_BYTES);
  return answerDamaged(url, 'a sitemap that cannot be unpacked', error);
}

/** Text that is not a list of addresses is not a sitemap. */
function readLines(text: string, base: URL): SitemapList | undefined {
  const lines = text.split(/\r?\n/, MAX_ADDRESSES).filter((line) => line.trim() !== '');
  if (lines.length === 0 || !lines.every((line) => /^\s*https?:\/\/\S+\s*$/i.test(line))) return undefined;
  return { pages: addresses(lines, base), sitemaps: [] };
}

async function readXml(text: string, url: URL): Promise<SitemapList> {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const open: string[] = [];
  let address = '';
  const reader = await createXmlReader({
    onOpen(name) {
      open.push(localName(name));
      address = '';
    },
    onText(piece) {
      if (open.at(-1) === 'loc' && address.length < MAX_TEXT_UNITS) address += piece;
    },
    onClose() {
      // The pictures and videos of a page have addresses too.
      const [parent, name] = open.slice(-2);
      open.pop();
      if (name !== 'loc' || pages.length + sitemaps.length >= MAX_ADDRESSES) return;
      if (parent === 'url') pages.push(address);
      else if (parent === 'sitemap') sitemaps.push(address);
    },
  });
  try {
    for (let at = 0; at < text.length; at += PIECE_UNITS) reader.write(text.slice(at, at + PIECE_UNITS));
    reader.end();
  } catch (error) {
    if (error instanceof XmlError) throw answerDamaged(url, 'a sitemap that is not well-formed XML', error);
    throw error;
  }
  return { pages: addresses(pages, url), sitemaps: addresses(sitemaps, url) };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function addresses(texts: readonly string[], base: URL): URL[] {
  return texts.map((text) => resolveLink(text, base)).filter((url) => url !== undefined);
}
