/** This much is collected before it is forgotten, so that the text is seldom copied. */
const FORGET_UNITS = 64 * 1024;

/** The last part of a text that comes in pieces, by offsets in the whole text. */
export class RecentText {
  #text = '';
  #start = 0;

  add(piece: string): void {
    this.#text += piece;
  }

  slice(from: number, to: number): string {
    return this.#text.slice(from - this.#start, to - this.#start);
  }

  /** Forgets what is before a position. */
  forget(position: number): void {
    if (position - this.#start < FORGET_UNITS) return;
    this.#text = this.#text.slice(position - this.#start);
    this.#start = position;
  }
}
