// `npm run new:node <kind> <name>`: writes definition, implementation and test of a working node, and its lines in the registries.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NodeNames } from './new-node/node-names.ts';
import { namesOf } from './new-node/node-names.ts';
import { sourcesOf } from './new-node/templates.ts';

/** A file of the project, and how a new node changes it. */
interface Registry {
  readonly path: string;
  readonly change: (text: string) => string;
}

/** @throws Error if the registry does not have the expected form */
function replaceOnce(text: string, pattern: RegExp, replacement: (found: string) => string): string {
  if (!pattern.test(text)) throw new Error(`A registry has changed: build/new-node.ts looks for ${pattern}.`);
  return text.replace(pattern, replacement);
}

function addImport(text: string, line: string): string {
  return replaceOnce(text, /^import /m, (found) => `${line}\n${found}`);
}

/** After the last node of its kind, because the order is that of the palette. */
function addDefinition(text: string, { name, folder, file }: NodeNames): string {
  const sameFolder = [...text.matchAll(/^import \{ (\w+) \} from '\.\/(\w+)\//gm)].filter(
    ([, , from]) => from === folder,
  );
  const known = new Set(sameFolder.map(([, imported]) => imported));
  const entries = [...text.matchAll(/^ {2}(\w+),$/gm)].filter(([, entry]) => known.has(entry));
  const last = entries.at(-1)?.[1];
  if (last === undefined) throw new Error(`shared/nodes/registry.ts has no node of the folder ${folder}.`);
  const added = replaceOnce(text, new RegExp(`^  ${last},$`, 'm'), (found) => `${found}\n  ${name},`);
  return addImport(added, `import { ${name} } from './${folder}/${file}.ts';`);
}

/** One line in the table of its kind. */
function addImplementation(text: string, { kind, name, folder, file }: NodeNames): string {
  const line = `    ${name}: async () => (await import('./${folder}/${file}.ts')).${name},`;
  return replaceOnce(text, new RegExp(`^  ${kind}: \\{$`, 'm'), (found) => `${found}\n${line}`);
}

/** The registries that list a node with these names. */
function registriesFor(names: NodeNames): readonly Registry[] {
  return [
    { path: 'shared/nodes/registry.ts', change: (text) => addDefinition(text, names) },
    { path: 'electron/server/nodes/registry.ts', change: (text) => addImplementation(text, names) },
  ];
}

const root = join(import.meta.dirname, '..');

/** @returns the files written, relative to the project's folder */
function writeNode(kind: string, name: string): readonly string[] {
  const names = namesOf(kind, name);
  const { folder, file } = names;
  const sources = sourcesOf(names);
  const written = {
    [`shared/nodes/${folder}/${file}.ts`]: sources.definition,
    [`electron/server/nodes/${folder}/${file}.ts`]: sources.implementation,
    [`test/unit/server/nodes/${folder}/${file}.test.ts`]: sources.test,
  };
  const taken = Object.keys(written).find((path) => existsSync(join(root, path)));
  if (taken !== undefined) throw new Error(`${taken} is there already: choose another name.`);
  // All changes are prepared before the first file is written.
  const changed = registriesFor(names).map(({ path, change }) => [
    path,
    change(readFileSync(join(root, path), 'utf8')),
  ]);
  const files: Record<string, string> = { ...written, ...Object.fromEntries(changed) };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return Object.keys(files);
}

const [kind, name, ...rest] = process.argv.slice(2);
try {
  if (kind === undefined || name === undefined || rest.length > 0) {
    throw new Error('Usage: npm run new:node <kind> <name>, such as: npm run new:node documentloader wikiPages');
  }
  const files = writeNode(kind, name);
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  execFileSync(process.execPath, [biome, 'check', '--write', ...files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.stdout.write(
    `${files.map((path) => `  ${path}\n`).join('')}Next: say what it does in both files, then npm run docs and npm run texts.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
