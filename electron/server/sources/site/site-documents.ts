import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, Metadata } from '../../core/document.ts';
import type { OriginContext } from '../../core/document-loader.ts';
import { decodeText } from '../../http/decode-text.ts';
import { shownAddress } from '../../http/web-errors.ts';
import { HtmlTooDeepError } from '../../readers/html/html-text.ts';
import { readAnyFile } from '../../readers/read-any-file.ts';
import { analysePage, type PageFacts } from '../page/analyse-page.ts';
import { resolveLink } from '../page/canonical-url.ts';
import { contentKind, fileNameOf } from '../page/content-kind.ts';
import { type PageContent, pageText } from '../page/page-text.ts';
import type { VisitedPage } from './site-visitor.ts';

/** A visited page, read. */
export interface ReadPage {
  /** Links that may be followed, in order. */
  readonly links: readonly URL[];
  documents(): AsyncIterable<LoadedDocument>;
}

export interface ReadPageOptions {
  readonly content: PageContent;
  /** Skips links that pages mark as nofollow. */
  readonly respectRobots: boolean;
  readonly context: OriginContext;
  /** A folder for temporary files. */
  readonly folder: () => Promise<string>;
}

/**
 * Reads a page. Reading its documents may throw too.
 * @throws UserError as readers of files do; FILE_HAS_NO_TEXT, FILE_CORRUPT, FILE_TOO_LARGE
 */
export async function readPage(page: VisitedPage, options: ReadPageOptions): Promise<ReadPage> {
  const kind = contentKind(page.contentType, page.url, true);
  if (kind?.kind === 'file') return { links: [], documents: () => fileDocuments(page, kind.extension, options) };
  const text = await decodeText(page.body, page.contentType);
  if (kind?.kind === 'text') return { links: [], documents: () => one(text, { source: page.url.href }, page) };
  const facts = await explained(page, () => analysePage(text));
  return {
    links: linksOf(facts, page.url, options.respectRobots),
    documents: () => htmlDocuments({ html: text, facts, page }, options.content),
  };
}

function linksOf(facts: PageFacts, url: URL, respectRobots: boolean): URL[] {
  const base = baseOf(facts, url);
  return facts.links
    .filter((link) => !respectRobots || !facts.unfollowed.has(link))
    .map((link) => resolveLink(link, base))
    .filter((link) => link !== undefined);
}

function baseOf({ base }: PageFacts, url: URL): URL {
  return base !== undefined && URL.canParse(base, url.href) ? new URL(base, url) : url;
}

interface Html {
  readonly html: string;
  readonly facts: PageFacts;
  readonly page: VisitedPage;
}

async function* htmlDocuments({ html, facts, page }: Html, content: PageContent): AsyncGenerator<LoadedDocument> {
  const { title, description, language, treeCost } = facts;
  const canonical = facts.canonical === undefined ? undefined : resolveLink(facts.canonical, baseOf(facts, page.url));
  const metadata = {
    source: page.url.href,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(language === undefined ? {} : { language }),
    ...(canonical === undefined ? {} : { canonical: canonical.href }),
  };
  yield* one(await explained(page, () => pageText({ html, treeCost }, content)), metadata, page);
}

async function* one(text: string, metadata: Metadata, page: VisitedPage): AsyncGenerator<LoadedDocument> {
  if (text.trim() === '') throw noText(page);
  yield { text, metadata };
}

function noText({ url }: VisitedPage): UserError {
  return new UserError(
    'FILE_HAS_NO_TEXT',
    `${shownAddress(url)} has no text: check the address and the selector. A page that is put together in the browser, by scripts, can't be read.`,
  );
}

async function explained<T>(page: VisitedPage, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof HtmlTooDeepError)) throw cause;
    const message = `${shownAddress(page.url)} is nested too deep to be a page: check the address.`;
    throw new UserError('FILE_CORRUPT', message, { cause });
  }
}

/** A file among the pages. */
async function* fileDocuments(
  page: VisitedPage,
  extension: string,
  { folder, context }: ReadPageOptions,
): AsyncGenerator<LoadedDocument> {
  const path = join(await folder(), `page${extension}`);
  const file = { name: fileNameOf(page.url, extension), path, sizeBytes: page.body.length };
  await writeFile(path, page.body);
  try {
    context.onFile?.(file);
    const { signal, makeFolder } = context;
    const onNote = (note: string): void => context.onNote?.(page.url.href, note);
    const reading = { signal, makeFolder, onNote, onRead: () => undefined };
    for await (const document of readAnyFile(file, { usage: 'perPage' }, reading)) {
      yield { ...document, metadata: { ...document.metadata, source: page.url.href } };
    }
  } finally {
    await rm(path, { force: true });
  }
}
