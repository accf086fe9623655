/** Items of several owners. Owners take turns, one item each; the items of one owner stay in order. */
export class TurnQueue<Owner, Item> {
  /** In the order of their turns; nobody is in it without an item. */
  readonly #lines = new Map<Owner, Item[]>();

  /** How many items wait. */
  get size(): number {
    let size = 0;
    for (const line of this.#lines.values()) size += line.length;
    return size;
  }

  add(owner: Owner, items: readonly Item[]): void {
    const line = this.#lines.get(owner);
    if (line !== undefined) line.push(...items);
    else if (items.length > 0) this.#lines.set(owner, [...items]);
  }

  /** The next item of the owner whose turn it is, who then waits until all others had one. */
  take(): Item | undefined {
    for (const [owner, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      return item;
    }
    return undefined;
  }

  /** Takes out what is no longer wanted. */
  remove(isUnwanted: (item: Item) => boolean): void {
    for (const [owner, line] of this.#lines) {
      const wanted = line.filter((item) => !isUnwanted(item));
      if (wanted.length > 0) this.#lines.set(owner, wanted);
      else this.#lines.delete(owner);
    }
  }

  /** All that waits, owner by owner. */
  *[Symbol.iterator](): Generator<Item> {
    for (const line of this.#lines.values()) yield* line;
  }
}
