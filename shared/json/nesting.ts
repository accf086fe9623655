/** The deepest allowed nesting of a JSON value: far more than any flow or setting needs, far less than what overflows the stack. */
export const MAX_JSON_DEPTH = 200;

/** Whether a JSON text nests arrays and objects deeper than {@link MAX_JSON_DEPTH}. Reads each bracket once. */
export function isNestedTooDeep(text: string): boolean {
  const marks = /["[\]{}]/g;
  let depth = 0;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    if (found === '"') marks.lastIndex = endOfString(text, mark.index + 1);
    else if (found === '[' || found === '{') depth += 1;
    else depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** @returns the position after the quote that ends the string, or the end of the text */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}
