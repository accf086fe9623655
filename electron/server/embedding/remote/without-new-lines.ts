/** Texts in one line each, as nodes with "Strip new lines" send them. */
export function withoutNewLines(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replace(/\r?\n/g, ' '));
}
