/** The value of one column of a row. */
export interface Cell {
  /** As text. */
  readonly text: string;
  /** As a JSON value for metadata. */
  readonly value: unknown;
}

/** The rows of a query. The first batch is always returned, even without rows, to give the columns. */
export interface RowBatch {
  readonly columns: readonly string[];
  /** Undefined for NULL, and for values without text, such as bytes. */
  readonly rows: readonly (readonly (Cell | undefined)[])[];
}

/** Converts the driver's values of one column to cells. */
export type CellMaker = (value: unknown) => Cell | undefined;

/** For columns whose values the driver returns as text; other values are used unchanged. */
export function fromText(make: (text: string) => Cell): CellMaker {
  return (value) => (typeof value === 'string' ? make(value) : cellOf(value));
}

/** The number of characters in the cells of these rows. */
export function countCharacters(rows: RowBatch['rows']): number {
  let characters = 0;
  for (const row of rows) for (const cell of row) characters += cell?.text.length ?? 0;
  return characters;
}

/** The most digits that a JavaScript number always preserves. */
const EXACT_DIGITS = 15;

/** A number that the database sends as text, so that no digit is lost. */
export function numberCell(text: string): Cell {
  const digits = text.replace(/\D/g, '').length;
  const isExact = /^-?\d+(\.\d+)?$/.test(text) && digits <= EXACT_DIGITS;
  return { text, value: isExact ? Number(text) : text };
}

/** A database's date or time ("2024-05-06 07:08:09") in ISO 8601. */
export function timeCell(text: string): Cell {
  const iso = text.replace(/^(\d{4,}-\d\d-\d\d) (?=\d\d:)/, '$1T');
  return { text: iso, value: iso };
}

/** A driver's value. Dates become ISO 8601, lists and objects JSON; bytes are left out. */
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

/** Without values that JSON can't express. */
function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && !isBytes(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainJson(one)]));
  }
  return cellOf(value)?.value ?? null;
}
