import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { decodeText } from '../../http/decode-text.ts';
import { answerDamaged, answerTooLarge, shownAddress } from '../../http/web-errors.ts';
import { createXmlReader, XmlError } from '../../readers/xml/xml-reader.ts';
import { resolveLink, siteOf } from '../page/canonical-url.ts';
import type { LeftOut, SiteVisitor } from './site-visitor.ts';

/** The most sitemaps of one site; each may have 50,000 addresses. */
const MAX_SITEMAPS = 200;

export interface ListedPages {
  readonly pages: readonly URL[];
  /** Sitemaps that could not be read. */
  readonly leftOut: readonly LeftOutSitemap[];
}

export interface LeftOutSitemap extends LeftOut {
  readonly url: URL;
}

/**
 * The addresses in the sitemaps of a site, in order, of that site only. The given address may be a sitemap or any page: then the sitemaps of its
 * robots.txt are read, or the one at the usual place.
 * @throws UserError INVALID_PARAM if there is no sitemap; the reason why the address, or the first sitemap if all fail, can't be read
 */
export async function listSitemaps(start: URL, visitor: SiteVisitor, maxPages: number): Promise<ListedPages> {
  const lister = createLister(visitor, maxPages);
  const isSitemap = await lister.read([start]);
  if (!isSitemap) {
    // A temporarily unavailable address may still be a sitemap.
    const failed = lister.leftOut.find(({ reason }) => reason === 'failed');
    if (failed !== undefined) throw failed.error;
    const named = await visitor.sitemapsOf(start.origin);
    const urls = named.filter((address) => URL.canParse(address, start.href)).map((address) => new URL(address, start));
    const isFound = await lister.read(urls.length > 0 ? urls : usualPlaces(start));
    if (!isFound) throw lister.leftOut[0]?.error ?? noSitemap(start);
  }
  return { pages: lister.pages(), leftOut: lister.leftOut };
}

/** Next to the page, and at the root of the site. */
function usualPlaces(start: URL): URL[] {
  const beside = new URL('./sitemap.xml', start.pathname.endsWith('/') ? start : `${start.href}/`);
  const top = new URL('/sitemap.xml', start);
  return beside.href === top.href ? [top] : [beside, top];
}

/** The content of a sitemap, in order. */
interface SitemapList {
  readonly pages: readonly URL[];
  /** Nested sitemaps. */
  readonly sitemaps: readonly URL[];
}

interface SitemapSource {
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
async function readSitemap(source: SitemapSource): Promise<SitemapList | undefined> {
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

function createLister(visitor: SiteVisitor, maxPages: number) {
  const pages = new Map<string, URL>();
  const seen = new Set<string>();
  const leftOut: LeftOutSitemap[] = [];

  async function readOne(url: URL): Promise<SitemapList | undefined> {
    const visited = await visitor.visit(url, () => true, undefined);
    if ('reason' in visited) {
      if (visited.reason !== 'missing') leftOut.push({ ...visited, url });
      return undefined;
    }
    try {
      return await readSitemap(visited);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      leftOut.push({ reason: 'failed', error, url });
      return undefined;
    }
  }

  return {
    /** Reads sitemaps and the sitemaps that they list. @returns whether there was any */
    async read(urls: readonly URL[]): Promise<boolean> {
      const waiting = [...urls];
      let isFound = false;
      for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
        if (seen.has(url.href) || seen.size >= MAX_SITEMAPS || pages.size >= maxPages) continue;
        seen.add(url.href);
        const list = await readOne(url);
        if (list === undefined) continue;
        isFound = true;
        for (const page of list.pages) {
          if (siteOf(page) === siteOf(url) && pages.size < maxPages) pages.set(page.href, page);
        }
        // The addresses of a nested sitemap come before those of the next one.
        waiting.unshift(...list.sitemaps);
      }
      return isFound;
    },
    pages: () => [...pages.values()],
    leftOut,
  };
}

function noSitemap(start: URL): UserError {
  return new UserError(
    'INVALID_PARAM',
    `${shownAddress(start)} has no sitemap: write the address of the sitemap itself, or follow links instead.`,
    { details: { param: 'url' } },
  );
}
