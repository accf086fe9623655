import { expect, test } from 'vitest';
import { searchNodes } from '../../../../../renderer/editor/search-nodes.ts';
import { groupByCategory, withOwnGroups } from '../../../../../renderer/features/palette/palette.tsx';
import { withRecent } from '../../../../../renderer/stores/recent-nodes.ts';
import { NODE_KINDS } from '../../../../../shared/nodes/kinds.ts';

test('categories come in the order of the way of a document, or by the best hit', () => {
  const names = (query: string) => groupByCategory(searchNodes(query), query !== '').map((group) => group.title);
  expect(names('')).toEqual(Object.values(NODE_KINDS).map(({ categories: [first] }) => first));
  expect(names('')[0]).toBe('Document Loaders');
  expect(names('').at(-1)).toBe('Record Manager');
  expect(names('sqlite')[0]).toBe('Record Manager');
  expect(names('pgvector')[0]).toBe('Vector Stores');
  expect(new Set(names('')).size).toBe(names('').length);
});

test('the kinds of node that were added last come first, once each and at most five', () => {
  let names: readonly string[] = [];
  for (const name of ['hnsw', 'pdfFile', 'hnsw', 'csvFile', 'jsonFile', 'docxFile', 'textFile']) {
    names = withRecent(names, name);
  }
  expect(names).toEqual(['textFile', 'docxFile', 'jsonFile', 'csvFile', 'hnsw']);
});

test('a recent node stands in a group of its own and in its category, as two lines', () => {
  const groups = groupByCategory(searchNodes(''), false);
  expect(withOwnGroups(groups, [], [])).toEqual(groups);
  const [recent, ...others] = withOwnGroups(groups, [], searchNodes('hnsw').slice(0, 1));
  expect(recent?.title).toBe('Recent');
  expect(others).toEqual(groups);
  const keys = withOwnGroups(groups, searchNodes('hnsw'), searchNodes('hnsw')).flatMap(({ entries }) =>
    entries.map(({ key }) => key),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
