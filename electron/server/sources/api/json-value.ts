/**
 * Parses JSON. An integer that JavaScript would round (a long id) stays text.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // A reviver function for each value is slow, and most answers have no such numbers.
  return /\d{16}/.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);
}

function keepLongNumbers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^-?\d+$/.test(source)) return value;
  return String(value) === source ? value : source;
}

/** The value at the steps of a JSON pointer; undefined if there is none. */
export function valueAt(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (Array.isArray(value)) value = /^\d+$/.test(step) ? value[Number(step)] : undefined;
    else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
      value = new Map<string, unknown>(Object.entries(value)).get(step);
    } else return undefined;
  }
  return value;
}

/** A text or a number as text; undefined for anything else and for empty texts. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
