interface Kept<T> {
  readonly owner: number;
  readonly list: T;
}

/** What was used last of several owners, up to a size; what was not used for the longest time goes first. */
export class RecentLists<T> {
  readonly #limit: number;
  readonly #sizeOf: (list: T) => number;
  /** In the order of use. */
  readonly #kept = new Map<string, Kept<T>>();
  /** Of whom anything may be kept. */
  readonly #owners = new Set<number>();
  #size = 0;

  /** @param limit in the unit of `sizeOf`; a list that is larger is not kept */
  constructor(limit: number, sizeOf: (list: T) => number) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  /** What is kept under the owner's key, or else what `read` reads, which is then kept. */
  get(owner: number, key: string, read: () => T): T {
    const place = `${owner} ${key}`;
    const found = this.#kept.get(place);
    const list = found === undefined ? read() : found.list;
    const size = this.#sizeOf(list);
    if (size > this.#limit) return list;
    if (found === undefined) this.#size += size;
    else this.#kept.delete(place);
    this.#kept.set(place, { owner, list });
    this.#owners.add(owner);
    for (const [oldest, other] of this.#kept) {
      if (this.#size <= this.#limit) break;
      this.#remove(oldest, other);
    }
    return list;
  }

  /** What is kept under the owner's key, which is then kept no longer. */
  take(owner: number, key: string): T | undefined {
    const place = `${owner} ${key}`;
    const found = this.#kept.get(place);
    if (found !== undefined) this.#remove(place, found);
    return found?.list;
  }

  /** Forgets all of an owner; costs nothing when there is nothing, so that each of many changes can ask for it. */
  forget(owner: number): void {
    if (!this.#owners.delete(owner)) return;
    for (const [place, kept] of this.#kept) if (kept.owner === owner) this.#remove(place, kept);
  }

  #remove(place: string, { list }: Kept<T>): void {
    this.#kept.delete(place);
    this.#size -= this.#sizeOf(list);
  }
}
