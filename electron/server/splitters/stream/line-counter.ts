/** The number of line feeds in a text. */
export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Knows the line number at one position of a text and only moves forward, so that each line feed is counted once. */
export interface LineCounter {
  /** The line at `offset`, from 1. Offsets must not decrease. */
  lineAt(text: string, offset: number): number;
  /** Call this before the first `count` units of the text are dropped. */
  drop(text: string, count: number): void;
}

export function createLineCounter(): LineCounter {
  let line = 1;
  let at = 0;
  function lineAt(text: string, offset: number): number {
    if (offset > at) {
      line += countNewlines(text.slice(at, offset));
      at = offset;
    }
    return line;
  }
  return {
    lineAt,
    drop(text, count) {
      lineAt(text, count);
      at -= count;
    },
  };
}
