// `npm run new:node <kind> <name>`: writes definition, implementation and test of a working node, and its lines in the registries.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesOf } from './new-node/node-names.ts';
import { registriesFor } from './new-node/register-node.ts';
import { sourcesOf } from './new-node/templates.ts';

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
