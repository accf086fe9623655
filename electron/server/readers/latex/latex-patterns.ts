// Parts of a LaTeX source; sticky patterns match where they are set.

export const PLAIN = /[^\\{}$%~&`'\n-]+/y;
// White space behind the name of a command only ends it.
export const COMMAND = /\\(?:([a-zA-Z]+\*?)[ \t]*|([^a-zA-Z]))/y;
export const OPTION = /[ \t]*\[[^[\]]{0,2000}\]/y;
export const COMMENT = /%[^\n]*(?:\n[ \t]*(?!\n))?/y;
export const INDENT = /[ \t]*/y;
export const SPACE = /[ \t]*\n?[ \t]*/y;
/** What equations are referred to by. */
export const LABEL = /\\label\{[^{}]*\}/g;
export const ENVIRONMENT = /[ \t]*\{([a-zA-Z]+\*?)\}/y;

/** Where the group ends that a brace begins, for each one that is closed. */
export function matchBraces(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') open.push(at);
    else if (sign === '}') {
      const start = open.pop();
      if (start !== undefined) ends.set(start, at);
    }
  }
  return ends;
}
