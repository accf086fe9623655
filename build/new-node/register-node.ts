import type { NodeNames } from './node-names.ts';

/** A file of the project, and how a new node changes it. */
export interface Registry {
  readonly path: string;
  readonly change: (text: string) => string;
}

/** @throws Error if the registry does not have the expected form */
function replaceOnce(text: string, pattern: RegExp, replacement: (found: string) => string): string {
  if (!pattern.test(text))
    throw new Error(`A registry has changed: build/new-node/register-node.ts looks for ${pattern}.`);
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
export function registriesFor(names: NodeNames): readonly Registry[] {
  return [
    { path: 'shared/nodes/registry.ts', change: (text) => addDefinition(text, names) },
    { path: 'electron/server/nodes/registry.ts', change: (text) => addImplementation(text, names) },
  ];
}
