/** Where a reader of JSON is: a step for each open object (a key) or list (an index from 0). */
export class JsonPath {
  readonly #steps: (string | number)[] = [];

  get depth(): number {
    return this.#steps.length;
  }

  /** The step at a depth from 0; undefined beyond the depth. */
  stepAt(depth: number): string | number | undefined {
    return this.#steps[depth];
  }

  open(isList: boolean): void {
    this.#steps.push(isList ? -1 : '');
  }

  close(): void {
    this.#steps.pop();
  }

  key(name: string): void {
    this.#steps[this.#steps.length - 1] = name;
  }

  /** To be called for each value before it is opened or taken: in a list it is the next one. */
  beginValue(): void {
    const last = this.#steps.length - 1;
    const step = this.#steps[last];
    if (typeof step === 'number') this.#steps[last] = step + 1;
  }

  /** The JSON pointer (RFC 6901) of the value at hand. */
  toPointer(): string {
    let pointer = '';
    for (const step of this.#steps) pointer += `/${typeof step === 'number' ? step : escapeStep(step)}`;
    return pointer;
  }
}

function escapeStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

/** The steps of a JSON pointer; the slash at its start may be left out. "" points at the whole. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '' || pointer === '/') return [];
  const steps = (pointer.startsWith('/') ? pointer.slice(1) : pointer).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
