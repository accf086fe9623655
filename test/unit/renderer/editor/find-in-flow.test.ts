import { expect, test } from 'vitest';
import { findInFlow } from '../../../../renderer/editor/find-in-flow.ts';
import { contentOf } from '../../../../renderer/editor/flow-content.ts';
import { setInput } from '../../../../renderer/editor/flow-edits.ts';
import { matchWords } from '../../../../renderer/ui/match-words.ts';
import { makeLargeFlow } from '../../../helpers/builders/large-flow.ts';

const content = setInput(contentOf(makeLargeFlow(100), null), 'hnsw_3', 'collection', 'quarterly');
const find = (typed: string) => findInFlow(content.graph, typed, (words, texts) => matchWords('', words, texts));

test('a node is found by its label, by what it is and by what is set in it', () => {
  expect(find('loader 87').map(({ node }) => node.id)).toEqual(['fileLoader_87']);
  expect(find('quarterly').map(({ node }) => node.id)).toEqual(['hnsw_3']);
  expect(find('embedding')).toHaveLength(20);
  expect(find('nothing of this kind')).toEqual([]);
  expect(find(' ')).toEqual([]);
});
