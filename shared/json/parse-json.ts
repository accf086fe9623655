/** The value of a JSON text; undefined for a text that is none, so that whoever checks the value says what was expected. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
