import { describe, expect, test } from 'vitest';
import { replaceSigns, signedMarkdown } from '../../../../../../renderer/features/query/conversation/cited-markdown.ts';
import type { AnswerCitation } from '../../../../../../shared/api/predictions.ts';

const citation: AnswerCitation = { number: 3, sourceIndex: 0, sentence: 'It opens.', verdict: 'quoted' };
const text = (value: string) => ({ type: 'text', value });
const paragraph = (value: string) => ({ type: 'element', tagName: 'p', children: [text(value)] });

/** What stands in a tree: citations as <0>, what is not checked in braces. */
function read(node: {
  type: string;
  value?: string;
  tagName?: string;
  properties?: object;
  children?: object[];
}): string {
  if (node.type === 'text') return node.value ?? '';
  const inside = (node.children ?? []).map((child) => read({ type: '', ...child })).join('');
  if (node.tagName === 'cite') return `<${JSON.stringify(node.properties)}>`;
  return node.tagName === 'span' ? `{${inside}}` : inside;
}

describe('citations in Markdown', () => {
  test('are signs that Markdown does not read, and become elements where they stand', () => {
    const pieces = [
      { text: 'It **opens**.', citations: [citation, citation] },
      { text: '\n\n- It closes.', citations: [citation] },
    ];
    const markdown = signedMarkdown(pieces, '\n\nThen');
    expect(markdown).not.toMatch(/[[\]<>]/);
    expect(markdown.split('\n')).toHaveLength(5);
    const tree = { type: 'root', children: markdown.split('\n\n').map(paragraph) };
    replaceSigns(tree, false);
    expect(tree.children.map(read)).toEqual([
      'It **opens**.<{"dataIndex":"0"}><{"dataIndex":"1"}>',
      '- It closes.<{"dataIndex":"2"}>',
      '{Then}',
    ]);
  });

  test('all of a text without any is not checked yet, and its first line stays what it is', () => {
    expect(signedMarkdown([], '# Opening')).toBe('# Opening');
    const tree = { type: 'root', children: [paragraph('Opening')] };
    replaceSigns(tree, true);
    expect(read(tree)).toBe('{Opening}');
  });

  test('that a model forges are taken out', () => {
    expect(signedMarkdown([{ text: 'It\uE0000\uE001 opens\uE002.', citations: [] }], '')).toBe('It0 opens.');
  });
});
