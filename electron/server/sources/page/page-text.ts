import { UserError } from '../../../../shared/errors/errors.ts';
import { htmlToText } from '../../readers/html/html-text.ts';
import type { PageFacts } from './analyse-page.ts';

/** Which part of a page is read. */
export type PageContent =
  /** All visible text. */
  | { readonly mode: 'whole' }
  /** The article, without menus and footers; the whole page if no article is found. */
  | { readonly mode: 'readable' }
  /** The elements of a CSS selector. If none match, nothing, unless a fallback is given. */
  | { readonly mode: 'selector'; readonly selector: string; readonly orElse?: 'readable' };

/** Measured: up to this cost the libraries take about 10 s (2 s for usual pages of that size) and 300 MB. In the units of `treeCost`. */
const MAX_TREE_COST = 5_000_000;
/** In UTF-16 units: for pages with few but long texts. */
const MAX_TREE_UNITS = 5_000_000;

export interface PageHtml extends Pick<PageFacts, 'treeCost'> {
  readonly html: string;
}

/**
 * The text of a page.
 * @throws UserError FILE_TOO_LARGE if a selector is used on a page that is too large
 */
export async function pageText(page: PageHtml, content: PageContent): Promise<string> {
  const isTooLarge = page.html.length > MAX_TREE_UNITS || page.treeCost > MAX_TREE_COST;
  if (content.mode === 'selector') {
    if (isTooLarge) throw tooLargeToSelect();
    const html = await select(page.html, content.selector);
    if (html !== '' || content.orElse === undefined) return textOf(html);
    return await pageText(page, { mode: content.orElse });
  }
  const article = content.mode === 'readable' && !isTooLarge ? await findArticle(page.html) : undefined;
  return await textOf(article ?? page.html);
}

async function textOf(html: string): Promise<string> {
  return (await htmlToText(html)).text.trim();
}

function tooLargeToSelect(): UserError {
  return new UserError(
    'FILE_TOO_LARGE',
    'The page is too large or too nested to select from: leave the selector empty.',
    { details: { param: 'selector' } },
  );
}

/** The HTML of all elements that match the selector, without nested matches. */
async function select(html: string, selector: string): Promise<string> {
  const { load } = await import('cheerio');
  const $ = load(html);
  const chosen = $(selector).toArray();
  const all = new Set<unknown>(chosen);
  const outermost = chosen.filter(
    (element) =>
      !$(element)
        .parents()
        .toArray()
        .some((parent) => all.has(parent)),
  );
  // Each in its own block, so that inline elements are not joined.
  return outermost.map((element) => `<div>${$.html(element)}</div>`).join('\n');
}

/** @throws UserError INVALID_PARAM for an invalid CSS selector */
export async function requireSelector(selector: string): Promise<void> {
  const { load } = await import('cheerio');
  try {
    load('<p></p>')(selector).toArray();
  } catch (cause) {
    throw new UserError(
      'INVALID_PARAM',
      `"${selector}" is not a CSS selector: write one such as main, .content or #article.`,
      { cause, details: { param: 'selector' } },
    );
  }
}

async function findArticle(html: string): Promise<string | undefined> {
  const { DOMParser } = await import('linkedom');
  const { Readability } = await import('@mozilla/readability');
  const document: unknown = new DOMParser().parseFromString(html, 'text/html');
  if (!hasElements(document)) return undefined;
  const article = articleOf(() => new Readability(document).parse());
  return /\S/.test(article?.textContent ?? '') ? (article?.content ?? undefined) : undefined;
}

/** Some trees make the two libraries fail: those pages have no article. */
function articleOf<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** linkedom's types differ from the standard's, which the other library expects. A page of plain text has no root. */
function hasElements(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'documentElement' in value && value.documentElement !== null;
}
