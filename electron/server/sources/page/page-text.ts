import { UserError } from '../../../../shared/errors/errors.ts';
import { htmlToText } from '../../readers/html/html-text.ts';
import type { PageFacts } from './analyse-page.ts';

/** What of a page is taken. */
export type PageContent =
  /** All that people see. */
  | { readonly mode: 'whole' }
  /** The article, without menus and footers; the whole page if there is none. */
  | { readonly mode: 'readable' }
  /** What a CSS selector names. If that is nothing, nothing, unless something else is asked for. */
  | { readonly mode: 'selector'; readonly selector: string; readonly orElse?: 'readable' };

/** Measured: trees up to this take the libraries up to some 10 s (usual ones of that size 2 s) and 300 MB. In the units of `treeCost`. */
const MAX_TREE_COST = 5_000_000;
/** In UTF-16 units: what may be in few but long texts. */
const MAX_TREE_UNITS = 5_000_000;

export interface PageHtml extends Pick<PageFacts, 'treeCost'> {
  readonly html: string;
}

/**
 * The text of a page.
 * @throws UserError FILE_TOO_LARGE if something is to be selected from a page that is too large for that
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

/** The HTML of all elements that the selector names, except for those inside of another. */
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
  // Each in a block of its own, so that inline elements do not run into each other.
  return outermost.map((element) => `<div>${$.html(element)}</div>`).join('\n');
}

/** @throws UserError INVALID_PARAM for what is no CSS selector */
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

/** The two libraries meet trees that they were not made for: those have no article. */
function articleOf<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** linkedom's types are not the standard's, which the other library asks for. A page of plain text has no root. */
function hasElements(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'documentElement' in value && value.documentElement !== null;
}
