import type { InlineLook } from '../../text/inline-writer.ts';
import type { Script } from '../../text/script-writer.ts';
import { hasPrivateSigns, shownIn } from '../../text/symbol-fonts.ts';
import { prefixed, type XmlAttributes } from '../office-xml.ts';
import { isOn, type ParagraphStyle } from './styles.ts';

/** How the text of a run shows. */
export class RunLook implements InlineLook {
  script: Script | undefined;
  isHidden = false;
  #isStruck: boolean | undefined;
  #style = '';
  #font: string | undefined;
  /** Of signs that are no letters, and of letters with marks. */
  #signFont: string | undefined;
  readonly #styles: ReadonlyMap<string, ParagraphStyle>;

  constructor(styles: ReadonlyMap<string, ParagraphStyle>) {
    this.#styles = styles;
  }

  /** A setting of the run. */
  set(element: string, attributes: XmlAttributes): void {
    const value = prefixed(attributes, 'val');
    if (element === 'vanish') this.isHidden = isOn(value);
    else if (element === 'vertAlign')
      this.script = value === 'superscript' || value === 'subscript' ? value : undefined;
    else if (element === 'strike' || element === 'dstrike') this.#isStruck = this.#isStruck === true || isOn(value);
    else if (element === 'rStyle') this.#style = value ?? '';
    else if (element === 'rFonts') {
      this.#font = prefixed(attributes, 'ascii') ?? prefixed(attributes, 'asciiTheme');
      this.#signFont = prefixed(attributes, 'hAnsi') ?? prefixed(attributes, 'cs') ?? this.#font;
    }
  }

  get isStruck(): boolean {
    return this.#isStruck ?? this.#styles.get(this.#style)?.isStruck ?? false;
  }

  /** What shows of a text: a letter of a font of signs is another sign. */
  shown(text: string, paragraphStyle: string): string {
    const font = this.#font ?? this.#styles.get(this.#style)?.font ?? this.#styles.get(paragraphStyle)?.font;
    return shownIn(hasPrivateSigns(text) ? (this.#signFont ?? font) : font, text);
  }
}
