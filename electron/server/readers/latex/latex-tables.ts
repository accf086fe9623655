/** Environments that are tables. */
const TABLES = 'tabular\\*?|tabularx|tabulary|longtable|array';
const IS_TABLE = new RegExp(`^(?:${TABLES})$`);

/** Lines, heads, feet and comments between the rows. */
const RULES =
  /^\s*(?:%[^\n]*\n\s*|\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot|addlinespace|tabularnewline|cline\{[^{}]*\}|cmidrule(?:\([^()]*\))?\{[^{}]*\})(?![a-zA-Z])(?:\[[^[\]]*\])?\s*)+/;
const SPAN = /^\s*\\multicolumn\s*\{\s*(\d{1,2})\s*\}/;

/** A row's end may have the space below it; a cell ends at an &. */
const NEXT = /\\\\(?:\*)?(?:\[[^[\]]{0,50}\])?|\\tabularnewline(?![a-zA-Z])|\\[\s\S]|[{}&]|%[^\n]*/g;

export function isTable(environment: string): boolean {
  return IS_TABLE.test(environment);
}

/** Where the environments end that are tables, by where their content begins. */
export function matchTables(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly name: string; readonly start: number }[] = [];
  for (const found of source.matchAll(new RegExp(`\\\\(begin|end)\\{(${TABLES})\\}`, 'g'))) {
    const [whole, word, name = ''] = found;
    if (word === 'begin') open.push({ name, start: found.index + whole.length });
    else if (open.at(-1)?.name === name) ends.set(open.pop()?.start ?? 0, found.index);
  }
  return ends;
}

/**
 * The rows of a table, each of its cells as they are written; a cell over several columns has empty ones behind it.
 * @param body the content of the environment, behind its columns
 */
export function rowsOfTable(body: string): readonly (readonly string[])[] {
  const nested = matchTables(body);
  const rows: string[][] = [[]];
  let start = 0;
  let depth = 0;
  const endCell = (end: number): void => {
    const cells = rows.at(-1) ?? [];
    const text = body.slice(start, end);
    const written = cells.length === 0 ? text.replace(RULES, '') : text;
    const span = Number(SPAN.exec(written)?.[1] ?? 1);
    cells.push(written, ...Array.from({ length: span - 1 }, () => ''));
  };
  NEXT.lastIndex = 0;
  for (let found = NEXT.exec(body); found !== null; found = NEXT.exec(body)) {
    const [sign] = found;
    const inner = /^\\b$/.test(sign) ? beginOf(body, found.index) : undefined;
    if (inner !== undefined) NEXT.lastIndex = nested.get(inner) ?? NEXT.lastIndex;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0 && (sign === '&' || sign.startsWith('\\\\') || sign.startsWith('\\tab'))) {
      endCell(found.index);
      start = NEXT.lastIndex;
      if (sign !== '&') rows.push([]);
    }
  }
  endCell(body.length);
  return rows;
}

/** Where the content of an environment begins whose `\begin` is here. */
function beginOf(body: string, at: number): number | undefined {
  const end = body.indexOf('}', at);
  return end !== -1 && body.startsWith('\\begin{', at) ? end + 1 : undefined;
}
