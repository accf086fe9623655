import { DATA_TYPES, type TypeFacts } from '../../shared/nodes/data-types.ts';

const types: readonly (readonly [string, TypeFacts])[] = Object.entries(DATA_TYPES);

function rule(selector: string, colours: (facts: TypeFacts) => readonly [light: string, dark: string]): string {
  const lines = types.map(([, facts]) => `  --${facts.token}: light-dark(${colours(facts).join(', ')});\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

/** The colours of edges and handles as a style sheet. */
export function styleDataTypes(): string {
  const normal = rule(':root', ({ colours: [light, dark] }) => [light, dark]);
  const more = rule(':root[data-contrast="more"]', ({ colours: [, , light, dark] }) => [light, dark]);
  return `/* Made from shared/nodes/data-types.ts by \`npm run docs\`. */\n${normal}\n${more}`;
}

/** Replaces the rows at the end of the table behind a heading, from the first that is made from the sources. */
function withRows(page: string, heading: string, isMade: (row: string) => boolean, rows: readonly string[]): string {
  const start = page.indexOf('\n|---', page.indexOf(heading)) + 1;
  const end = page.indexOf('\n\n', start);
  const table = page.slice(start, end < 0 ? page.length : end).trimEnd();
  const written = table.split('\n').filter((row) => row.startsWith('|---') || !isMade(row));
  return page.slice(0, start) + [...written, ...rows].join('\n') + page.slice(start + table.length);
}

/** docs/design-language.md with the rows of the data types as they are. */
export function describeDataTypes(page: string): string {
  const edges = types.map(([name, { token, shape }]) => `| ${name} | \`${token}\` | ${shape} |`);
  const colours = types.map(
    ([, { token, colours, label }]) => `| \`${token}\` | ${colours.join(' | ')} | edges: ${label.toLowerCase()} |`,
  );
  const withEdges = withRows(page, '## Edges', () => true, edges);
  const isOfType = (row: string) => /^\| `data-type-/.test(row) && !row.includes('`data-type-unknown`');
  return withRows(withEdges, '## Colours', isOfType, colours);
}
