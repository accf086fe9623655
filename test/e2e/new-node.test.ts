import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeBinary, root } from '../../build/lib/paths.mjs';
import { NODE_KINDS } from '../../shared/nodes/kinds.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';

const kinds = Object.keys(NODE_KINDS);
const nameOf = (kind: string) => `my${kind.charAt(0).toUpperCase()}${kind.slice(1)}Node`;

describe('npm run new:node', () => {
  const folder = makeTemporaryFolder();
  const tree = join(folder.path, 'tree');

  async function run(script: string, ...args: readonly string[]): Promise<string> {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(nodeBinary, [join(tree, script), ...args], { cwd: tree, stdio: [...stdio] });
    const [printed, told] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${script} ended with ${child.exitCode}:\n${told}${printed}`);
    return printed;
  }

  function testsOfNodes(): readonly string[] {
    return readdirSync(join(tree, 'test/unit/server/nodes'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /my-.*-node\.test\.ts$/.test(path))
      .map((path) => `test/unit/server/nodes/${path}`);
  }

  beforeAll(async () => {
    for (const part of [
      'build',
      'electron',
      'renderer/keymap.ts',
      'shared',
      'test/global-setup.ts',
      'test/helpers',
      'test/unit/server/nodes',
      'biome.json',
      'package.json',
    ]) {
      cpSync(join(root, part), join(tree, part), { recursive: true });
    }
    for (const part of ['.gitignore', 'tsconfig.base.json', 'tsconfig.json', 'vitest.config.ts'])
      cpSync(join(root, part), join(tree, part));
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const kind of kinds) await run('build/new-node.ts', kind, nameOf(kind));
  });
  afterAll(() => folder.remove());

  test('writes a node of each kind that the types accept', async () => {
    const tests = testsOfNodes();
    expect(tests).toHaveLength(kinds.length);
    const include = ['electron/server/**/*.d.ts', 'electron/server/nodes/**/*.ts', ...tests];
    // In the whole project a test brings the types of pages along, which one reader needs, and the main process those of Electron.
    const types = ['node', 'electron'];
    const compilerOptions = {
      types,
      lib: ['ES2024', 'ESNext.Collection', 'ESNext.Iterator', 'ESNext.Disposable', 'DOM'],
    };
    const settings = { extends: './tsconfig.json', compilerOptions, include, exclude: [] };
    writeFileSync(join(tree, 'tsconfig.nodes.json'), JSON.stringify(settings));
    await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.nodes.json');
  });

  test('writes tests that pass', async () => {
    const printed = await run('node_modules/vitest/vitest.mjs', 'run', '--project=unit', ...testsOfNodes());
    expect(stripVTControlCharacters(printed)).toContain(`Test Files  ${kinds.length} passed (${kinds.length})`);
  });

  test('leaves nothing to format', async () => {
    await run(
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      'shared/nodes',
      'electron/server/nodes',
      ...testsOfNodes(),
    );
  });

  test('puts it after the others of its kind, and into the page of the nodes', async () => {
    const registry = readFileSync(join(tree, 'shared/nodes/registry.ts'), 'utf8');
    expect(registry).toMatch(/ {2}sentenceTextSplitter,\n {2}myTextsplitterNode,\n/);
    mkdirSync(join(tree, 'docs'), { recursive: true });
    await run('build/make-docs.ts');
    expect(readFileSync(join(tree, 'docs/nodes.md'), 'utf8')).toContain('My Embedding Node');
  });

  test.each([
    [['chatmodel', 'mine'], 'There is no kind chatmodel'],
    [['embedding', 'My node'], "can't be the name of a node"],
    [['documentloader', 'plainText'], 'is there already'],
    [[], 'Usage: npm run new:node'],
  ])('refuses %j and writes nothing', async (args, message) => {
    const before = readFileSync(join(tree, 'shared/nodes/registry.ts'), 'utf8');
    await expect(run('build/new-node.ts', ...args)).rejects.toThrow(message);
    expect(readFileSync(join(tree, 'shared/nodes/registry.ts'), 'utf8')).toBe(before);
    expect(existsSync(join(tree, 'shared/nodes/embeddings/my node.ts'))).toBe(false);
  });
});
