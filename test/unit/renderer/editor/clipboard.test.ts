import { describe, expect, test } from 'vitest';
import { copyNodes, pasteNodes, readClipboard } from '../../../../renderer/editor/clipboard.ts';
import { emptyContent } from '../../../../renderer/editor/flow-content.ts';
import { checkFlow } from '../../../../shared/flow/compile-flow.ts';
import { coveredBoxes } from '../../../helpers/builders/covered-boxes.ts';
import { starterContent } from '../../../helpers/builders/flow-content.ts';

function clipOf(ids: readonly string[]) {
  const clip = readClipboard(copyNodes(starterContent(), new Set(ids)) ?? '');
  if (clip === undefined) throw new Error('Nothing was copied.');
  return clip;
}

const all = starterContent().graph.nodes.map((node) => node.id);

describe('copy and paste', () => {
  test('an edge is copied when both its ends are', () => {
    expect(clipOf(['fileLoader_0', 'hnsw_0']).edges).toHaveLength(1);
    expect(clipOf(['fileLoader_0']).edges).toHaveLength(0);
  });

  test('nothing selected copies nothing', () => {
    expect(copyNodes(starterContent(), new Set())).toBeUndefined();
  });

  test.each(['', 'some words', '{', '[]', '{"nodes":[]}', '{"nodes":[{"id":1}]}'])('%j is not a copy', (text) => {
    expect(readClipboard(text)).toBeUndefined();
  });

  test('a whole flow pasted into an empty one runs as it did', () => {
    const pasted = pasteNodes(emptyContent, clipOf(all), { x: 500, y: 500 });
    const { graph } = pasted.content;
    expect(checkFlow(graph).problems).toEqual([]);
    expect(graph.nodes.map((node) => node.id)).toEqual(all);
  });

  test('ids that are free stay, and no copy takes one that another brings', () => {
    const clip = clipOf(all);
    const renamed = JSON.parse(JSON.stringify(clip).replaceAll('fileLoader_0', 'fileLoader_7'));
    expect(pasteNodes(emptyContent, renamed).nodeIds).toContain('fileLoader_7');
    const twice = { nodes: [...clip.nodes, ...renamed.nodes.slice(1, 2)], edges: [] };
    const { nodeIds } = pasteNodes(starterContent(), twice);
    expect(nodeIds).toContain('fileLoader_7');
    expect(new Set(nodeIds).size).toBe(6);
  });

  test('on an empty canvas nodes stand where they stood', () => {
    expect(pasteNodes(emptyContent, clipOf(all)).content.layout).toEqual(starterContent().layout);
  });

  test('pasted beside the originals, ids are new everywhere and edges stay among the copies', () => {
    const before = starterContent();
    const pasted = pasteNodes(before, clipOf(all));
    expect(pasted.nodeIds).toEqual(all.map((id) => id.replace('_0', '_1')));
    const copies = pasted.content.graph.nodes.slice(5);
    expect(JSON.stringify(copies.map((node) => ({ ...node, data: { ...node.data, inputs: {} } })))).not.toMatch(/_0\b/);
    expect(
      pasted.content.graph.edges.slice(4).every((edge) => edge.source.endsWith('_1') && edge.target.endsWith('_1')),
    ).toBe(true);
    expect(new Set(pasted.content.graph.edges.map((edge) => edge.id)).size).toBe(8);
  });

  test.each([
    ['one', ['fileLoader_0']],
    ['two', ['fileLoader_0', 'hnsw_0']],
    ['all', all],
  ])('copies of %s keep how they stood to each other, and cover no card', (_, ids) => {
    const before = starterContent();
    const { content, nodeIds } = pasteNodes(before, clipOf(ids));
    const places = clipOf(ids).nodes.map(({ id }, index) => {
      const [from, to] = [before.layout.get(id), content.layout.get(nodeIds[index] ?? '')];
      return [(to?.x ?? 0) - (from?.x ?? 0), (to?.y ?? 0) - (from?.y ?? 0)].join();
    });
    expect(new Set(places).size).toBe(1);
    expect(coveredBoxes(content)).toEqual([]);
  });

  test('copies of a large flow go below it', () => {
    const first = pasteNodes(starterContent(), clipOf(all)).content;
    const three = pasteNodes(first, clipOf(all)).content;
    const text = copyNodes(three, new Set(three.graph.nodes.map(({ id }) => id))) ?? '';
    const clip = readClipboard(text);
    if (clip === undefined) throw new Error('Nothing was copied.');
    const { content } = pasteNodes(three, clip);
    expect(content.graph.nodes).toHaveLength(30);
    expect(coveredBoxes(content)).toEqual([]);
  });

  test('a paste lies at the place that is asked for when that is free', () => {
    const { content, nodeIds } = pasteNodes(starterContent(), clipOf(['fileLoader_0']), { x: 2009, y: 2000 });
    expect(content.layout.get(nodeIds[0] ?? '')).toEqual({ x: 2000, y: 2000 });
  });

  test('unknown nodes and fields are copied as they are', () => {
    const text = JSON.stringify({
      nodes: [
        { id: 'x_0', position: { x: 0, y: 0 }, width: 300, data: { name: 'x', label: 'X', odd: { a: 'x_0-input-q' } } },
      ],
    });
    const clip = readClipboard(text);
    const [node] = clip === undefined ? [] : pasteNodes(emptyContent, clip).content.graph.nodes;
    expect(node).toMatchObject({ id: 'x_0', width: 300, data: { odd: { a: 'x_0-input-q' } } });
  });
});
