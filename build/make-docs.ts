// `npm run docs`: writes what is made from the sources: pages of docs/, the colours of data types, and the icons that clients get. With `--check` it writes nothing and fails if one is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { DATA_TYPES, type TypeFacts } from '../shared/nodes/data-types.ts';
import { allNodeDefinitions } from '../shared/nodes/registry.ts';
import { describeFormats } from './docs/describe-formats.ts';
import { describeNodes } from './docs/describe-nodes.ts';
import { describeShortcuts } from './docs/describe-shortcuts.ts';

const types: readonly (readonly [string, TypeFacts])[] = Object.entries(DATA_TYPES);

function rule(selector: string, colours: (facts: TypeFacts) => readonly [light: string, dark: string]): string {
  const lines = types.map(([, facts]) => `  --${facts.token}: light-dark(${colours(facts).join(', ')});\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}

/** The colours of edges and handles as a style sheet. */
function styleDataTypes(): string {
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
function describeDataTypes(page: string): string {
  const edges = types.map(([name, { token, shape }]) => `| ${name} | \`${token}\` | ${shape} |`);
  const colours = types.map(
    ([, { token, colours, label }]) => `| \`${token}\` | ${colours.join(' | ')} | edges: ${label.toLowerCase()} |`,
  );
  const withEdges = withRows(page, '## Edges', () => true, edges);
  const isOfType = (row: string) => /^\| `data-type-/.test(row) && !row.includes('`data-type-unknown`');
  return withRows(withEdges, '## Colours', isOfType, colours);
}

const root = join(import.meta.dirname, '..');

const IconSchema = z.object({
  __iconData: z.object({ node: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])) }),
});

/** What an icon is drawn of. Older names lead to the file of the new one. */
async function readIcon(name: string): Promise<z.output<typeof IconSchema>['__iconData']> {
  const file = join(root, 'node_modules', 'lucide-react', 'dist', 'esm', 'icons', `${name}.mjs`);
  const [, other] = /^export \{ default \} from '\.\/([\w-]+)\.mjs'/m.exec(await readFile(file, 'utf8')) ?? [];
  return other === undefined ? IconSchema.parse(await import(pathToFileURL(file).href)).__iconData : readIcon(other);
}

/** The shapes of the icons of nodes, for whoever has no icons of its own: by their names in the definitions. */
async function drawIcons(): Promise<string> {
  const names = [...new Set(allNodeDefinitions.map(({ icon }) => icon))].toSorted();
  const drawn = await Promise.all(
    names.map(async (name) => {
      const shapes = (await readIcon(name)).node.map(([tag, { key: _, ...attributes }]) => {
        const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
        return `<${tag}${written.join('')}/>`;
      });
      return [name, shapes.join('')] as const;
    }),
  );
  return `${JSON.stringify(Object.fromEntries(drawn), null, 2)}\n`;
}

const design = join('docs', 'design-language.md');
const pages = {
  [join('docs', 'nodes.md')]: `${describeNodes(allNodeDefinitions)}\n${describeFormats()}\n`,
  [join('docs', 'shortcuts.md')]: describeShortcuts(),
  [design]: describeDataTypes(await readFile(join(root, design), 'utf8')),
  [join('renderer', 'styles', 'data-types.css')]: styleDataTypes(),
  [join('shared', 'nodes', 'icon-shapes.json')]: await drawIcons(),
};

for (const [name, wanted] of Object.entries(pages)) {
  const page = join(root, name);
  if (!process.argv.includes('--check')) {
    await writeFile(page, wanted);
    continue;
  }
  if ((await readFile(page, 'utf8')) === wanted) continue;
  process.stderr.write(`${name} is not what the sources say: run npm run docs and commit the result.\n`);
  process.exitCode = 1;
}
