import type { Script } from '../text/script-writer.ts';
import type { XmlHandler } from '../xml/xml-reader.ts';

type Attributes = Readonly<Record<string, string>>;

/** Inheritance depth of styles; more means a cycle. */
const MAX_CHAIN = 20;

interface Style {
  readonly parent: string | undefined;
  /** Undefined: that of the parent. */
  position: string | undefined;
}

/** Collects which styles raise or lower their text (OpenDocument 1.3, 20.404): from `styles.xml`, and from the content. */
export class ScriptStyles implements Pick<XmlHandler, 'onOpen'> {
  readonly #styles = new Map<string, Style>();
  #last: Style | undefined;

  onOpen(name: string, attributes: Attributes): void {
    if (name === 'style:style') {
      this.#last = { parent: attributes['style:parent-style-name'], position: undefined };
      if (attributes['style:family'] === 'text') this.#styles.set(attributes['style:name'] ?? '', this.#last);
    } else if (name === 'style:text-properties' && this.#last !== undefined) {
      this.#last.position = attributes['style:text-position'];
    }
  }

  /** Whether a style says where its text stands. */
  has(name: string): boolean {
    return this.#positionOf(name) !== undefined;
  }

  /** Whether a style raises or lowers its text. */
  get(name: string): Script | undefined {
    // "super 58%", or by how much: "-33% 58%".
    const [where = ''] = this.#positionOf(name)?.split(' ') ?? [];
    if (where === 'super' || Number.parseFloat(where) > 0) return 'superscript';
    return where === 'sub' || Number.parseFloat(where) < 0 ? 'subscript' : undefined;
  }

  #positionOf(name: string): string | undefined {
    let style = this.#styles.get(name);
    for (let count = 0; style !== undefined && count < MAX_CHAIN; count += 1) {
      if (style.position !== undefined) return style.position;
      style = this.#styles.get(style.parent ?? '');
    }
    return undefined;
  }
}
