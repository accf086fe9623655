import type { Parser } from 'htmlparser2';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { TextReader } from '../../readers/text/text-reader.ts';
import { createMarkdownWriter, type MarkdownWriter } from './markdown-writer.ts';

/** Browsers stop nesting at 512. Beyond that, matching end tags would take far too long. */
const MAX_DEPTH = 10_000;

/** The start of a text decides how it is handled, so this many characters are collected first, in pieces of any size. */
const MAX_HELD_UNITS = 64 * 1024;

const UNSEEN = namesOf(
  'audio canvas datalist head iframe math noscript object option script select style svg template title video',
);
const PARAGRAPHS = namesOf(
  'address article aside blockquote details dl fieldset figure footer form header hgroup main nav p section',
);
const LINES = namesOf('body caption center dd div dt figcaption html legend summary tbody tfoot thead');
const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
  ['del', '~~'],
  ['s', '~~'],
  ['code', '`'],
  ['kbd', '`'],
  ['samp', '`'],
]);

function namesOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/**
 * Makes a reader that converts streamed HTML to Markdown: headings, paragraphs, lists, quotations, code, tables, links and images. Scripts, styles
 * and the page's head are left out. Its functions throw UserError FILE_CORRUPT for a page nested 10,000 deep.
 */
export async function createMarkdownReader(): Promise<TextReader> {
  const { Parser } = await import('htmlparser2');
  const writer = createMarkdownWriter();
  const parser: Parser = new Parser(new PageHandler(writer), { decodeEntities: true });
  return {
    write(html) {
      parser.write(html);
      return writer.take();
    },
    end() {
      parser.end();
      return writer.take();
    },
  };
}

type Attributes = Readonly<Record<string, string>>;

/** Number of the next item; undefined for a list with bullets. */
interface List {
  next: number | undefined;
}

interface CodeBlock {
  language: string;
  /** Text held back until the fence is known, then the white space at the end. */
  held: string;
  fence: string | undefined;
}

/** Converts parser events to Markdown. */
class PageHandler {
  readonly #writer: MarkdownWriter;
  readonly #lists: List[] = [];
  #depth = 0;
  #unseenDepth = 0;
  #text = '';
  #code: CodeBlock | undefined;

  constructor(writer: MarkdownWriter) {
    this.#writer = writer;
  }

  onopentag(name: string, attributes: Attributes): void {
    this.#endText();
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw new UserError(
        'FILE_CORRUPT',
        `The HTML has more than ${MAX_DEPTH.toLocaleString('en')} elements inside each other: check that its tags are closed.`,
      );
    }
    if (UNSEEN.has(name)) this.#unseenDepth += 1;
    if (this.#unseenDepth > 0) return;
    if (this.#code !== undefined) {
      if (name === 'code') this.#code.language ||= languageOf(attributes);
      if (name === 'br') this.#addCode('\n');
      return;
    }
    if (!this.#openBlock(name, attributes)) this.#openInline(name, attributes);
  }

  onclosetag(name: string): void {
    this.#endText();
    this.#depth -= 1;
    if (UNSEEN.has(name)) {
      this.#unseenDepth -= 1;
      return;
    }
    if (this.#unseenDepth > 0 || (this.#code !== undefined && name !== 'pre')) return;
    if (name === 'a' || MARKS.has(name)) this.#writer.closeMark();
    else this.#closeBlock(name);
  }

  ontext(text: string): void {
    if (this.#unseenDepth > 0) return;
    if (this.#code !== undefined) {
      this.#addCode(text);
      return;
    }
    this.#text += text;
    if (this.#text.length > MAX_HELD_UNITS) this.#endText();
  }

  onend(): void {
    this.#endText();
  }

  #endText(): void {
    if (this.#text !== '') this.#writer.addText(this.#text);
    this.#text = '';
  }

  /** @returns whether the element is a block */
  #openBlock(name: string, attributes: Attributes): boolean {
    const writer = this.#writer;
    if (PARAGRAPHS.has(name)) {
      if (name === 'blockquote') writer.breakRow();
      writer.endParagraph();
      if (name === 'blockquote') writer.openContainer('> ', '> ');
    } else if (LINES.has(name)) writer.endLine();
    else if (/^h[1-6]$/.test(name)) {
      writer.breakRow();
      writer.endParagraph();
      writer.openContainer(`${'#'.repeat(Number(name[1]))} `, '');
    } else if (name === 'ul' || name === 'ol' || name === 'menu') this.#openList(name, attributes);
    else if (name === 'li') this.#openItem();
    else if (name === 'pre') {
      writer.breakRow();
      writer.endParagraph();
      this.#code = { language: languageOf(attributes), held: '', fence: undefined };
    } else if (name === 'table') writer.startTable();
    else if (name === 'tr') writer.startRow();
    else if (name === 'td' || name === 'th') writer.startCell();
    else return false;
    return true;
  }

  #openInline(name: string, attributes: Attributes): void {
    const writer = this.#writer;
    const mark = MARKS.get(name);
    if (mark !== undefined) writer.openMark(mark, mark);
    else if (name === 'a') {
      const address = attributes.href?.trim() ?? '';
      // A link within the page, or to a script, is useless in a chunk.
      const isKept = address !== '' && !/^(?:#|javascript:|data:)/i.test(address);
      writer.openMark(isKept ? '[' : '', isKept ? `](${escapeAddress(address)})` : '');
    } else if (name === 'img') this.#addImage(attributes);
    else if (name === 'br') writer.endLine();
    else if (name === 'hr') {
      writer.endParagraph();
      writer.addVerbatim('---');
      writer.endParagraph();
    }
  }

  #closeBlock(name: string): void {
    const writer = this.#writer;
    if (PARAGRAPHS.has(name)) {
      if (name === 'blockquote') writer.closeContainer();
      writer.endParagraph();
    } else if (LINES.has(name)) writer.endLine();
    else if (/^h[1-6]$/.test(name)) {
      writer.closeContainer();
      writer.endParagraph();
    } else if (name === 'ul' || name === 'ol' || name === 'menu') {
      this.#lists.pop();
      this.#endList();
    } else if (name === 'li') {
      writer.closeContainer();
      writer.endLine();
    } else if (name === 'pre') this.#closeCode();
    else if (name === 'table') writer.endTable();
    else if (name === 'tr') writer.endRow();
  }

  #openList(name: string, attributes: Attributes): void {
    this.#writer.breakRow();
    this.#endList();
    this.#lists.push({ next: name === 'ol' ? Number.parseInt(attributes.start ?? '1', 10) || 1 : undefined });
  }

  /** A list inside an item belongs to the item. */
  #endList(): void {
    if (this.#lists.length > 0) this.#writer.endLine();
    else this.#writer.endParagraph();
  }

  #openItem(): void {
    const list = this.#lists.at(-1);
    this.#writer.breakRow();
    this.#writer.endLine();
    const marker = list?.next === undefined ? '- ' : `${list.next}. `;
    if (list?.next !== undefined) list.next += 1;
    this.#writer.openContainer(marker, ' '.repeat(marker.length));
  }

  #addImage({ src = '', alt = '' }: Attributes): void {
    const text = alt.replace(/[\s[\]]+/g, ' ').trim();
    const address = /^data:/i.test(src.trim()) ? '' : escapeAddress(src.trim());
    // Not through addText, which would split it.
    if (address !== '') this.#writer.addText(`![${text}](${address})`);
    else this.#writer.addText(text);
  }

  #addCode(text: string): void {
    const code = this.#code;
    if (code === undefined) return;
    code.held += text.replaceAll('\r', '');
    if (code.fence === undefined) {
      if (code.held.length > MAX_HELD_UNITS) this.#openFence(code);
      return;
    }
    const words = code.held.trimEnd();
    const end = code.held.length - words.length > MAX_HELD_UNITS ? code.held.length : words.length;
    if (end > 0) this.#writer.addVerbatim(code.held.slice(0, end));
    code.held = code.held.slice(end);
  }

  #openFence(code: CodeBlock): void {
    const runs = code.held.slice(0, MAX_HELD_UNITS).match(/`{3,}/g) ?? [];
    code.fence = '`'.repeat(Math.max(2, ...runs.map((run) => run.length)) + 1);
    // The line end right after <pre> is not part of its content (HTML standard, 4.4.3).
    const text = code.held.replace(/^\n/, '');
    this.#writer.addVerbatim(`${code.fence}${code.language}\n`);
    code.held = '';
    this.#addCode(text);
  }

  #closeCode(): void {
    const code = this.#code;
    if (code === undefined) return;
    if (code.fence === undefined && code.held.trim() !== '') this.#openFence(code);
    this.#code = undefined;
    if (code.fence === undefined) return;
    this.#writer.addVerbatim(`\n${code.fence}`);
    this.#writer.endParagraph();
  }
}

/** From `class="language-ts"`, the convention of the HTML standard. */
function languageOf({ class: names = '' }: Attributes): string {
  return /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(names)?.[1] ?? '';
}

/** An address, escaped for round brackets. */
function escapeAddress(address: string): string {
  return address.replace(/[\s()]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}
