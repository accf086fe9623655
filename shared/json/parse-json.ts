import { isNestedTooDeep } from './nesting.ts';

/** The value of a JSON text; undefined for a text that is none, so that whoever checks the value says what was expected. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON's own texts, or Python's words for true, false and null. */
const WORD_OR_TEXT = /"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b/g;
const PYTHON_WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/**
 * The value of a form field that holds JSON. Scripts in Python send `True`, `False` and `None` in it.
 * @returns undefined for a text that is none, or that is nested deeper than any is meant to be
 */
export function parseFormJson(text: string): unknown {
  if (isNestedTooDeep(text)) return undefined;
  const value = parseJson(text);
  if (value !== undefined) return value;
  return parseJson(text.replace(WORD_OR_TEXT, (found) => PYTHON_WORDS[found] ?? found));
}
