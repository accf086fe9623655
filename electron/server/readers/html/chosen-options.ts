/** What a page's fields show that somebody, or the page, has entered. */
const TYPED = new Set('date datetime-local email month number tel text time url week'.split(' '));

type Attributes = Readonly<Record<string, string>>;

/** The value that a field shows. */
export function typedValue({ type = 'text', value = '' }: Attributes): string {
  return TYPED.has(type.toLowerCase()) ? value : '';
}

/** Follows which options of a list are chosen: those that are not are no text of the page. */
export class ChosenOptions {
  #isInList = false;
  #isChosen = false;

  /** Whether text that comes now is that of an option that is not chosen. */
  get isLeftOut(): boolean {
    return this.#isInList && !this.#isChosen;
  }

  onOpen(name: string, { selected }: Attributes): void {
    if (name === 'select') this.#isInList = true;
    else if (name === 'option' && this.#isInList) this.#isChosen = selected !== undefined;
  }

  onClose(name: string): void {
    if (name === 'select') this.#isInList = false;
    if (name === 'select' || name === 'option') this.#isChosen = false;
  }
}
