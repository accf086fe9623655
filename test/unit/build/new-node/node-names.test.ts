import { expect, test } from 'vitest';
import { namesOf } from '../../../../build/new-node/node-names.ts';

test('a new node has its names in each place', () => {
  expect(namesOf('documentloader', 'wikiPages')).toEqual({
    kind: 'documentloader',
    name: 'wikiPages',
    label: 'Wiki Pages',
    type: 'WikiPages',
    folder: 'documentloaders',
    file: 'wiki-pages',
  });
});

test.each([
  ['helper', 'mine', 'There is no kind helper: use one of documentloader'],
  ['embedding', 'My node', "My node can't be the name of a node"],
  ['embedding', '../mine', "can't be the name of a node"],
])('a %s called %j is refused', (kind, name, message) => {
  expect(() => namesOf(kind, name)).toThrow(message);
});
