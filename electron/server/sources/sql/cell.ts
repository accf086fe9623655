/** What one column of a row holds. */
export interface Cell {
  /** As it is read. */
  readonly text: string;
  /** As metadata take it: a JSON value. */
  readonly value: unknown;
}

/** Rows of a query as they come. The first batch comes even when there are no rows, so that the columns are known. */
export interface RowBatch {
  readonly columns: readonly string[];
  /** Undefined for NULL, and for what is not text: bytes, say. */
  readonly rows: readonly (readonly (Cell | undefined)[])[];
}

/** Makes the cells of one column of what its driver gives. */
export type CellMaker = (value: unknown) => Cell | undefined;

/** For columns whose values the driver leaves as text: other values than text are taken as they are. */
export function fromText(make: (text: string) => Cell): CellMaker {
  return (value) => (typeof value === 'string' ? make(value) : cellOf(value));
}

/** How many characters the cells of these rows have. */
export function countCharacters(rows: RowBatch['rows']): number {
  let characters = 0;
  for (const row of rows) for (const cell of row) characters += cell?.text.length ?? 0;
  return characters;
}

/** Digits that a number of JavaScript always keeps. */
const EXACT_DIGITS = 15;

/** A number that the database sends as text, so that no digit of it is lost. */
export function numberCell(text: string): Cell {
  const digits = text.replace(/\D/g, '').length;
  const isExact = /^-?\d+(\.\d+)?$/.test(text) && digits <= EXACT_DIGITS;
  return { text, value: isExact ? Number(text) : text };
}

/** A date or time as databases write it ("2024-05-06 07:08:09"), in the way of ISO 8601. */
export function timeCell(text: string): Cell {
  const iso = text.replace(/^(\d{4,}-\d\d-\d\d) (?=\d\d:)/, '$1T');
  return { text: iso, value: iso };
}

/** A value as a driver gives it. Dates become ISO 8601, lists and objects JSON, bytes are left out. */
export function cellOf(value: unknown): Cell | undefined {
  if (value === null || value === undefined || isBytes(value)) return undefined;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return { text: String(value), value };
    case 'bigint':
      return numberCell(String(value));
    case 'number':
      return { text: String(value), value: Number.isFinite(value) ? value : String(value) };
    case 'object':
      return objectCell(value);
    default:
      return undefined;
  }
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function objectCell(value: object): Cell {
  if (value instanceof Date) {
    const text = Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
    return { text, value: text };
  }
  const plain = plainJson(value);
  return { text: JSON.stringify(plain), value: plain };
}

/** Without what JSON has no word for. */
function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && !isBytes(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainJson(one)]));
  }
  return cellOf(value)?.value ?? null;
}
