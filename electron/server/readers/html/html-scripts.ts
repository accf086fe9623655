import type { Script } from '../text/script-writer.ts';

type Attributes = Readonly<Record<string, string>>;

const ELEMENTS: ReadonlyMap<string, Script> = new Map([
  ['sup', 'superscript'],
  ['sub', 'subscript'],
]);

/** Google Docs and others say it so. */
const STYLE = /\bvertical-align:\s*(super|sub)\b/i;

/** Follows which text of a page is raised or lowered. */
export class HtmlScripts {
  readonly #open: { readonly depth: number; script: Script | undefined }[] = [];
  /** Whether a link is open that has no text yet. */
  #isInEmptyLink = false;

  /** Of the text that follows. */
  get current(): Script | undefined {
    return this.#open.at(-1)?.script;
  }

  onOpen(name: string, attributes: Attributes, depth: number): void {
    const script = ELEMENTS.get(name) ?? scriptOf(attributes.style);
    const last = this.#open.at(-1);
    // A link to or in a raised text makes it the mark of a note.
    if (script !== undefined) this.#open.push({ depth, script: this.#isInEmptyLink ? undefined : script });
    else if (name !== 'a' || attributes.href === undefined) return;
    else if (last === undefined) this.#isInEmptyLink = true;
    else last.script = undefined;
  }

  onText(text: string): void {
    if (/\S/.test(text)) this.#isInEmptyLink = false;
  }

  /** @param depth of the element that has ended */
  onClose(name: string, depth: number): void {
    if (name === 'a') this.#isInEmptyLink = false;
    while ((this.#open.at(-1)?.depth ?? 0) >= depth) this.#open.pop();
  }
}

function scriptOf(style: string | undefined): Script | undefined {
  const [, word] = STYLE.exec(style ?? '') ?? [];
  return word === undefined ? undefined : ELEMENTS.get(word.toLowerCase() === 'sub' ? 'sub' : 'sup');
}
