/** The position of a JSON reader: one step for each open object (a key) or list (an index from 0). */
export class JsonPath {
  readonly #steps: (string | number)[] = [];

  get depth(): number {
    return this.#steps.length;
  }

  /** The step at a depth, from 0; undefined below the current depth. */
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

  /** Call this for each value before it is opened or read: in a list it advances the index. */
  beginValue(): void {
    const last = this.#steps.length - 1;
    const step = this.#steps[last];
    if (typeof step === 'number') this.#steps[last] = step + 1;
  }

  /** The JSON pointer (RFC 6901) of the current value. */
  toPointer(): string {
    let pointer = '';
    for (const step of this.#steps) pointer += `/${typeof step === 'number' ? step : escapeStep(step)}`;
    return pointer;
  }
}

function escapeStep(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}

/** The steps of a JSON pointer; the slash at its start is optional. "" points to the whole text. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '' || pointer === '/') return [];
  const steps = (pointer.startsWith('/') ? pointer.slice(1) : pointer).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
