import { isNestedTooDeep } from './nesting.ts';

/** The value of a JSON text; undefined for invalid JSON, so that the caller's check can say what was expected. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a JSON text says. Anything else, and what is nested too deep, stays as it is: the schema that comes next says what it should be. */
export function jsonOrAsItIs(value: unknown): unknown {
  if (typeof value !== 'string' || isNestedTooDeep(value)) return value;
  const said = parseJson(value);
  return said === undefined ? value : said;
}

/** JSON's strings, or Python's words for true, false and null. */
const WORD_OR_TEXT = /"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b/g;
const PYTHON_WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/**
 * The value of a form field with JSON. Python scripts send `True`, `False` and `None` in it.
 * @returns undefined for invalid JSON, or if it is nested too deep
 */
export function parseFormJson(text: string): unknown {
  if (isNestedTooDeep(text)) return undefined;
  const value = parseJson(text);
  if (value !== undefined) return value;
  return parseJson(text.replace(WORD_OR_TEXT, (found) => PYTHON_WORDS[found] ?? found));
}
