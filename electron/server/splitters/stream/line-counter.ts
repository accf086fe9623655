/** How many line feeds a text holds. */
export function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Knows the line number at one place of a text and moves forward only, so that each line feed is counted once. */
export interface LineCounter {
  /** The line at `offset`, from 1. Offsets never go back. */
  lineAt(text: string, offset: number): number;
  /** The first `count` units of the text are about to be dropped. */
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
