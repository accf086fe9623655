import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProjectTree, type ProjectTree } from '../helpers/builders/project-tree.ts';

// Whether what it writes compiles and passes its tests, for each kind, is in test/long/new-node.test.ts.
describe('npm run new:node', () => {
  let tree: ProjectTree;
  const registry = () => readFileSync(tree.path('shared/nodes/registry.ts'), 'utf8');

  beforeAll(() => {
    tree = makeProjectTree();
  });
  afterAll(() => tree.remove());

  test('writes a node with nothing to format, after the others of its kind, and into the page of the nodes', async () => {
    await tree.addNode('textsplitter');
    expect(registry()).toMatch(/ {2}sentenceTextSplitter,\n {2}myTextsplitterNode,\n/);
    await tree.run('node_modules/@biomejs/biome/bin/biome', 'ci', 'shared/nodes', 'electron/server/nodes', 'test/unit');
    await tree.run('build/make-docs.ts');
    expect(readFileSync(tree.path('docs/nodes.md'), 'utf8')).toContain('My Textsplitter Node');
  });

  // Names and kinds that can't be: test/unit/build/new-node/node-names.test.ts.
  test.each([
    [['documentloader', 'plainText'], 'is there already'],
    [[], 'Usage: npm run new:node'],
  ])('refuses %j and writes nothing', async (args, message) => {
    const before = registry();
    await expect(tree.run('build/new-node.ts', ...args)).rejects.toThrow(message);
    expect(registry()).toBe(before);
  });
});
