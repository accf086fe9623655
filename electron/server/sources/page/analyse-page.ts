import { HtmlTooDeepError } from '../../readers/html/html-text.ts';

/** The head of a page and its links. */
export interface PageFacts {
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Language code, as `en` or `pt-BR`. */
  readonly language: string | undefined;
  /** The page's own canonical address; may be relative. */
  readonly canonical: string | undefined;
  /** The base of links, if not the page's address. */
  readonly base: string | undefined;
  /** Addresses of links as written, in order. */
  readonly links: readonly string[];
  /** Those links that the page marks as nofollow, or all if it asks for that. */
  readonly unfollowed: ReadonlySet<string>;
  /** The cost of building a tree of the page's elements and searching it: see {@link costOf}. */
  readonly treeCost: number;
}

/** A page with more is a trap for crawlers. */
const MAX_LINKS = 10_000;
/** See html-text.ts. */
const MAX_DEPTH = 10_000;
/** Longer ones would be repeated with every chunk. */
const MAX_TEXT_UNITS = 500;
/** The page is read in pieces of this size. */
const PIECE_UNITS = 1024 * 1024;

/** Reads a page's head and its links. @throws HtmlTooDeepError */
export async function analysePage(html: string): Promise<PageFacts> {
  const { Parser } = await import('htmlparser2');
  const collector = new FactCollector();
  const parser = new Parser(collector, { decodeEntities: true });
  for (let at = 0; at < html.length; at += PIECE_UNITS) parser.write(html.slice(at, at + PIECE_UNITS));
  parser.end();
  return collector;
}

type Attributes = Readonly<Record<string, string>>;

/** The cost of an element or a piece of text by itself. */
const NODE_COST = 50;

/** Each becomes its own text node when the tree is written and parsed again. */
const ESCAPED = /[&<>\u00a0]/g;

/**
 * The cost of an element, in units of about 0.1 µs as measured: the element is moved between its ancestors, and each of its attributes is compared
 * with the others.
 */
function costOf(depth: number, attributes: Attributes): number {
  return NODE_COST + depth + Object.keys(attributes).length ** 2;
}

class FactCollector implements PageFacts {
  title: string | undefined;
  description: string | undefined;
  language: string | undefined;
  canonical: string | undefined;
  base: string | undefined;
  readonly links: string[] = [];
  readonly unfollowed = new Set<string>();
  treeCost = 0;
  #open = 0;
  #svgDepth = 0;
  #title: string | undefined;
  #followsNone = false;

  onopentag(name: string, attributes: Attributes): void {
    this.#open += 1;
    if (this.#open > MAX_DEPTH) throw new HtmlTooDeepError();
    this.treeCost += costOf(this.#open, attributes);
    // Pictures have titles too.
    if (name === 'svg') this.#svgDepth += 1;
    if (name === 'title' && this.title === undefined && this.#svgDepth === 0) this.#title = '';
    else if (name === 'a' || name === 'area') this.#addLink(attributes.href, attributes.rel);
    else if (name === 'frame') this.#addLink(attributes.src, undefined);
    else if (name === 'base') this.base ??= attributes.href;
    else if (name === 'html') this.language ??= textOf(attributes.lang);
    else if (name === 'link') this.#readLink(attributes);
    else if (name === 'meta') this.#readMeta(attributes);
  }

  onclosetag(name: string): void {
    this.#open -= 1;
    if (name === 'svg') this.#svgDepth -= 1;
    if (name !== 'title' || this.#title === undefined) return;
    this.title = textOf(this.#title);
    this.#title = undefined;
  }

  ontext(text: string): void {
    this.treeCost += NODE_COST * (1 + (text.match(ESCAPED)?.length ?? 0));
    if (this.#title !== undefined && this.#title.length < MAX_TEXT_UNITS) this.#title += text;
  }

  #readLink({ rel = '', href }: Attributes): void {
    if (/(^|\s)canonical(\s|$)/i.test(rel)) this.canonical ??= href;
  }

  #readMeta({ name = '', property = '', content = '', 'http-equiv': equivalent = '' }: Attributes): void {
    const key = (name || property).toLowerCase();
    if (key === 'description') this.description = textOf(content) ?? this.description;
    else if (key === 'og:description') this.description ??= textOf(content);
    else if ((key === 'robots' || key === 'tributary') && /\b(nofollow|none)\b/i.test(content)) this.#followNone();
    else if (equivalent.toLowerCase() === 'refresh') this.#addLink(/url\s*=\s*["']?([^"']+)/i.exec(content)?.[1], '');
  }

  #addLink(link: string | undefined, rel: string | undefined): void {
    if (link === undefined || this.links.length >= MAX_LINKS) return;
    this.links.push(link);
    if (this.#followsNone || /\bnofollow\b/i.test(rel ?? '')) this.unfollowed.add(link);
  }

  #followNone(): void {
    this.#followsNone = true;
    for (const link of this.links) this.unfollowed.add(link);
  }
}

function textOf(text: string | undefined): string | undefined {
  const plain = text?.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_UNITS);
  return plain === '' ? undefined : plain;
}
