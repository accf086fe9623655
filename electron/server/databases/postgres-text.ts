/** `schema.table` or `column`, as an identifier of SQL: in quotes, so that its case and its characters count. */
export function quoteName(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/** PostgreSQL's texts hold every character but NUL. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Escapes in JSON text that `jsonb` refuses: NUL, and halves of surrogate pairs. */
const REFUSED_ESCAPE = /\\u(?:0000|d[89a-f])/i;

function clean(value: unknown): unknown {
  if (typeof value === 'string') return withoutNul(value).toWellFormed();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [withoutNul(key).toWellFormed(), clean(inner)]),
  );
}

/** A JSON value as text for a `jsonb` column. NUL is dropped, half a surrogate pair becomes U+FFFD. */
export function jsonbText(value: unknown): string {
  const text = JSON.stringify(value);
  return REFUSED_ESCAPE.test(text) ? JSON.stringify(clean(value)) : text;
}
