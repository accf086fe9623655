import type { XmlAttributes } from './office-xml.ts';

/** What programs of today can show is defined by these. */
const UNDERSTOOD =
  /^(?:http:\/\/schemas\.(?:microsoft\.com\/office|openxmlformats\.org)\/|http:\/\/purl\.oclc\.org\/ooxml\/|urn:schemas-microsoft-com:)/;

/** The namespaces that a part declares, by their prefixes. */
class Namespaces {
  readonly #addresses = new Map<string, string>();

  note(attributes: XmlAttributes): void {
    for (const name in attributes) {
      const address = attributes[name];
      if (name.startsWith('xmlns:') && address !== undefined) this.#addresses.set(name.slice('xmlns:'.length), address);
    }
  }

  /** Whether a program of today shows a choice with this `Requires`: the prefixes of what it needs. */
  understand(required: string | undefined): boolean {
    return (required ?? '').split(/\s+/).every((prefix) => {
      const address = this.#addresses.get(prefix);
      return address === undefined || UNDERSTOOD.test(address);
    });
  }
}

/** Of alternatives for programs of different age (ECMA-376, part 3) takes the first that is understood, else the one for all others. */
export class Alternatives {
  readonly #namespaces = new Namespaces();
  /** Whether each of the open ones has been chosen from. */
  readonly #open: { isChosen: boolean }[] = [];

  /**
   * To be called for each element outside of what is left out.
   * @returns whether the element is to be left out, with what is in it
   */
  isLeftOut(element: string, attributes: XmlAttributes): boolean {
    this.#namespaces.note(attributes);
    if (element === 'AlternateContent') this.#open.push({ isChosen: false });
    const alternative = this.#open.at(-1);
    if (alternative === undefined || (element !== 'Choice' && element !== 'Fallback')) return false;
    if (alternative.isChosen) return true;
    alternative.isChosen = element === 'Choice' && this.#namespaces.understand(attributes.Requires);
    return element === 'Choice' && !alternative.isChosen;
  }

  /** To be called for the end of each element that was not left out. */
  onClose(element: string): void {
    if (element === 'AlternateContent') this.#open.pop();
  }
}
