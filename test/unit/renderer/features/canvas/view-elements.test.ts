import { describe, expect, test } from 'vitest';
import { moveNodes } from '../../../../../renderer/editor/flow-edits.ts';
import { createNodeViews, toCanvasEdges } from '../../../../../renderer/features/canvas/view-elements.ts';
import type { GraphNode } from '../../../../../shared/flow/flow-document.ts';
import { starterContent } from '../../../../helpers/builders/flow-content.ts';

const none: ReadonlySet<string> = new Set();
const noSizes = new Map();

describe('what React Flow draws', () => {
  test('a node that did not change gives the same object', () => {
    const toViews = createNodeViews();
    const { graph, layout } = starterContent();
    const sizes = new Map([['hnsw_0', { width: 240, height: 90 }]]);
    const before = toViews(graph.nodes, { layout, selected: none, sizes });
    const after = toViews(graph.nodes, { layout, selected: new Set(['hnsw_0']), sizes });
    expect(after.filter((view, index) => view !== before[index]).map((view) => view.id)).toEqual(['hnsw_0']);
    expect(after.find((view) => view.id === 'hnsw_0')).toMatchObject({ selected: true, measured: { height: 90 } });
  });

  test('a move changes the moved node, and no edge', () => {
    const toViews = createNodeViews();
    const content = starterContent();
    const moved = moveNodes(content, new Map([['hnsw_0', { x: 20, y: 40 }]]));
    const before = toViews(content.graph.nodes, { layout: content.layout, selected: none, sizes: noSizes });
    const after = toViews(moved.graph.nodes, { layout: moved.layout, selected: none, sizes: noSizes });
    expect(after.filter((view, index) => view !== before[index])).toMatchObject([
      { id: 'hnsw_0', position: { x: 20, y: 40 } },
    ]);
    expect(moved.graph).toBe(content.graph);
  });

  test('saved sizes and styles of another editor are not drawn', () => {
    const node: GraphNode = {
      id: 'x_0',
      data: { name: 'x', label: 'X', inputs: {} },
      width: 300,
      height: 600,
      style: {},
    };
    const [view] = createNodeViews()([node], { layout: new Map(), selected: none, sizes: noSizes });
    expect(view).not.toHaveProperty('width');
    expect(view).toMatchObject({ type: 'customNode' });
  });

  test('edges have the colour of what flows, and stray or doubled ones are left out', () => {
    const { graph } = starterContent();
    const stray = { source: 'gone_0', target: 'hnsw_0', id: 'stray' };
    const drawn = toCanvasEdges({ ...graph, edges: [...graph.edges, ...graph.edges, stray] }, none);
    expect(drawn.map((edge) => edge.data?.type)).toEqual(['TextSplitter', 'Document', 'Embeddings', 'RecordManager']);
  });

  test('an edge without an id goes by the ends that were saved', () => {
    const { graph } = starterContent();
    const [{ id: _, ...bare } = { id: '', source: '', target: '' }] = graph.edges.slice(1);
    const edge = { ...bare, sourceHandle: 'fileLoader_0-output-document-Old' };
    const [drawn] = toCanvasEdges({ ...graph, edges: [edge] }, none);
    expect(drawn?.id).toContain('Old');
    expect(drawn?.sourceHandle).toBe('fileLoader_0-output-document-Document|json');
  });
});
