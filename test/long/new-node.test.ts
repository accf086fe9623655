import { readdirSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEMPLATED_KINDS as kinds } from '../../build/new-node/templates.ts';
import { makeProjectTree, type ProjectTree } from '../helpers/builders/project-tree.ts';

describe('npm run new:node, for each kind,', () => {
  let tree: ProjectTree;

  function testsOfNodes(): readonly string[] {
    return readdirSync(tree.path('test/unit/server/nodes'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /my-.*-node\.test\.ts$/.test(path))
      .map((path) => `test/unit/server/nodes/${path}`);
  }

  beforeAll(async () => {
    tree = makeProjectTree();
    for (const kind of kinds) await tree.addNode(kind);
  });
  afterAll(() => tree.remove());

  test('writes a node that the types accept, with nothing to format', async () => {
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
    writeFileSync(tree.path('tsconfig.nodes.json'), JSON.stringify(settings));
    await tree.run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.nodes.json');
    await tree.run('node_modules/@biomejs/biome/bin/biome', 'ci', 'shared/nodes', 'electron/server/nodes', ...tests);
  });

  test('writes tests that pass', async () => {
    const printed = await tree.run('node_modules/vitest/vitest.mjs', 'run', '--project=unit', ...testsOfNodes());
    expect(stripVTControlCharacters(printed)).toContain(`Test Files  ${kinds.length} passed (${kinds.length})`);
  });
});
