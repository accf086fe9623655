/** A longer title was never closed. */
const MAX_TITLE_UNITS = 10_000;

/** The text of the first of some elements that has any. */
export class FirstText {
  text: string | undefined;
  #written: string | undefined;

  open(): void {
    if (this.text === undefined) this.#written = '';
  }

  add(text: string): void {
    if (this.#written !== undefined && this.#written.length < MAX_TITLE_UNITS) this.#written += text;
  }

  close(): void {
    const text = this.#written?.replace(/\s+/g, ' ').trim();
    if (text !== '') this.text ??= text;
    this.#written = undefined;
  }
}
