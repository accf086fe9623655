import { type InlineLook, InlineWriter } from '../../text/inline-writer.ts';
import type { Script } from '../../text/script-writer.ts';
import { shownIn } from '../../text/symbol-fonts.ts';
import type { XmlAttributes } from '../office-xml.ts';

const SCRIPTS: ReadonlyMap<string | undefined, Script> = new Map([
  ['superscript', 'superscript'],
  ['subscript', 'subscript'],
]);

/** Collects the text of a cell from its runs, powers, indexes and what is struck through marked, without the phonetic text of Japanese workbooks. */
export class RichText {
  readonly #writer = new InlineWriter();
  #text = '';
  #script: Script | undefined;
  #isStruck = false;
  #font: string | undefined;
  #isInText = false;
  #isInPhonetic = false;

  open(element: string, attributes: XmlAttributes): void {
    if (element === 't') this.#isInText = !this.#isInPhonetic;
    else if (element === 'rPh') this.#isInPhonetic = true;
    else if (element === 'vertAlign') this.#script = SCRIPTS.get(attributes.val);
    else if (element === 'strike') this.#isStruck = !['0', 'false'].includes(attributes.val ?? '');
    else if (element === 'rFont') this.#font = attributes.val;
    else if (element === 'r') this.#reset();
  }

  close(element: string): void {
    if (element === 't') this.#isInText = false;
    else if (element === 'rPh') this.#isInPhonetic = false;
  }

  add(text: string): void {
    if (this.#isInText) this.#text += this.#writer.write(shownIn(this.#font, text), this.#look);
  }

  /** The text collected since the last call. */
  take(): string {
    const text = this.#text + this.#writer.end();
    this.#text = '';
    this.#reset();
    return unescapeText(text);
  }

  get #look(): InlineLook {
    return { script: this.#script, isStruck: this.#isStruck };
  }

  #reset(): void {
    this.#script = undefined;
    this.#isStruck = false;
    this.#font = undefined;
  }
}

/** Excel writes characters that XML does not allow as `_x000D_`. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** The decoded text, with plain line ends. */
export function unescapeText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(ESCAPED, (_, code) => String.fromCharCode(Number(`0x${code}`)))
    : text;
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain;
}
