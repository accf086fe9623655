import { expect, test } from 'vitest';
import { searchNodes } from '../../../../../renderer/editor/search-nodes.ts';
import { groupByCategory } from '../../../../../renderer/features/palette/group-by-category.ts';

test('categories come in the order of the way of a document, or by the best hit', () => {
  const names = (query: string) => groupByCategory(searchNodes(query), query !== '').map((group) => group.category);
  expect(names('')).toEqual(['Document Loaders', 'Text Splitters', 'Embeddings', 'Vector Stores', 'Record Manager']);
  expect(names('sqlite')[0]).toBe('Record Manager');
  expect(names('pgvector')[0]).toBe('Vector Stores');
  expect(new Set(names('')).size).toBe(names('').length);
});
