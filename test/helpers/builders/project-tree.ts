import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { nodeBinary, root } from '../../../build/lib/paths.mjs';
import { makeTemporaryFolder } from './temporary-folder.ts';

const PARTS = [
  'build',
  'docs/design-language.md',
  'electron',
  'renderer/keymap.ts',
  'renderer/styles/data-types.css',
  'shared',
  'test/built-server-setup.ts',
  'test/global-setup.ts',
  'test/helpers',
  'test/leaves-nothing.ts',
  'test/longest-first.ts',
  'test/unit/server/nodes',
  '.gitignore',
  'biome.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** A copy of the project's sources, as far as nodes need them, in which a test may write. */
export function makeProjectTree() {
  const folder = makeTemporaryFolder();
  const tree = join(folder.path, 'tree');
  for (const part of PARTS) cpSync(join(root, part), join(tree, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));

  return {
    path: (...parts: readonly string[]) => join(tree, ...parts),
    /** Runs a script of the copy. @returns what it prints; rejects with that if it fails */
    async run(script: string, ...args: readonly string[]): Promise<string> {
      const child = spawn(nodeBinary, [join(tree, script), ...args], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] });
      const [printed, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      if (child.exitCode !== 0) throw new Error(`${script} ended with ${child.exitCode}:\n${told}${printed}`);
      return printed;
    },
    /** Writes a new node of a kind, as `npm run new:node` does. */
    async addNode(kind: string): Promise<void> {
      await this.run('build/new-node.ts', kind, `my${kind.charAt(0).toUpperCase()}${kind.slice(1)}Node`);
    },
    remove: () => folder.remove(),
  };
}

export type ProjectTree = ReturnType<typeof makeProjectTree>;
