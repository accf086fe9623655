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

/** Imported on first use: one line in the table of its kind. */
function addLazily(text: string, { kind, name, folder, file }: NodeNames): string {
  const line = `    ${name}: async () => (await import('./${folder}/${file}.ts')).${name},`;
  return replaceOnce(text, new RegExp(`^  ${kind}: \\{$`, 'm'), (found) => `${found}\n${line}`);
}

/** Opened at once. */
function addImplementation(text: string, { kind, name, folder, file }: NodeNames): string {
  const added = replaceOnce(
    text,
    new RegExp(`,?\\s*\\} satisfies Implementations<'${kind}'>`),
    (found) => `, ${name} ${found.slice(found.indexOf('}'))}`,
  );
  return addImport(added, `import { ${name} } from './${folder}/${file}.ts';`);
}

/** The registries that list a node with these names. */
export function registriesFor(names: NodeNames): readonly Registry[] {
  const shared: Registry = { path: 'shared/nodes/registry.ts', change: (text) => addDefinition(text, names) };
  const folder = 'electron/server/nodes';
  return names.kind === 'vectorstore' || names.kind === 'recordmanager'
    ? [shared, { path: `${folder}/storage-registry.ts`, change: (text) => addImplementation(text, names) }]
    : [shared, { path: `${folder}/registry.ts`, change: (text) => addLazily(text, names) }];
}
