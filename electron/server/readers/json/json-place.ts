import { JsonPath } from './json-path.ts';

type Steps = readonly string[];

/** How many keys are remembered for messages. */
const KEYS_KEPT = 30;

/** Follows a JSON tokenizer: the current position, whether a pointer matches it or a parent, and the keys of the text. */
export class JsonPlace {
  readonly path = new JsonPath();
  /** The first keys of the text, at any depth. */
  readonly keys: Set<string>;
  readonly #pointers: readonly Steps[];
  #chosenDepth: number | undefined;

  constructor(pointers: readonly Steps[], keys = new Set<string>()) {
    this.#pointers = pointers;
    this.keys = keys;
  }

  get depth(): number {
    return this.path.depth;
  }

  /** Whether a pointer matches the current value. */
  get isChosen(): boolean {
    return this.#chosenDepth === this.path.depth;
  }

  /** Whether a pointer matches the current value or a parent, or there are no pointers. */
  get isInChosen(): boolean {
    return this.#pointers.length === 0 || this.#chosenDepth !== undefined;
  }

  key(name: string): void {
    this.path.key(name);
    if (this.keys.size < KEYS_KEPT) this.keys.add(name);
  }

  /** Call this when a value begins; for a list or object, call {@link JsonPath.open} of `path` next. */
  beginValue(): void {
    this.path.beginValue();
    if (this.#chosenDepth === undefined && this.#pointers.some((pointer) => this.#endsWith(pointer))) {
      this.#chosenDepth = this.path.depth;
    }
  }

  endValue(): void {
    if (this.isChosen) this.#chosenDepth = undefined;
  }

  /** Whether the steps from a depth to the current position equal these. */
  isAt(from: number, steps: Steps): boolean {
    return this.path.depth === from + steps.length && this.#endsWithSteps(steps);
  }

  /** The steps from one depth to another, joined by dots. */
  nameBetween(from: number, to: number): string {
    let name = '';
    for (let depth = from; depth < to; depth += 1) name += `${depth === from ? '' : '.'}${this.path.stepAt(depth)}`;
    return name;
  }

  /** A pointer starts at an object, at any depth. */
  #endsWith(pointer: Steps): boolean {
    return typeof this.path.stepAt(this.path.depth - pointer.length) === 'string' && this.#endsWithSteps(pointer);
  }

  #endsWithSteps(steps: Steps): boolean {
    const start = this.path.depth - steps.length;
    for (let index = steps.length - 1; index >= 0; index -= 1) {
      if (String(this.path.stepAt(start + index)) !== steps[index]) return false;
    }
    return true;
  }
}
