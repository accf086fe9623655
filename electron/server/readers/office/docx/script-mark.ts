/** What is raised or lowered as a number or a sign. */
const NUMBER = /^[+\-−–±]?\d*(?:[.,]\d+)?[+\-−–±]?$/;

/** A raised number here is a power or a charge: behind a number, a bracket, or a symbol or unit of up to three letters. Behind words it is a note. */
const BASE = /(?:[\d)\]]|(?<!\p{L})\p{L}{1,3})$/u;

/**
 * The sign before a raised or lowered text in plain text: `^` and `_` before numbers and signs, so that 10⁻⁶ does not become 10-6. Ordinals, marks of
 * notes and words have none.
 */
export function scriptMark(before: string, text: string, script: 'superscript' | 'subscript'): string {
  const number = text.trim();
  if (number === '' || !NUMBER.test(number)) return '';
  if (script === 'subscript') return /[\p{L}\d)\]]$/u.test(before) ? '_' : '';
  return BASE.test(before) ? '^' : '';
}
