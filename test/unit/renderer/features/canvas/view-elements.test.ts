import { describe, expect, test } from 'vitest';
import type { MeasuredCard } from '../../../../../renderer/editor/card-shape.ts';
import { edgeKey, type FlowContent } from '../../../../../renderer/editor/flow-content.ts';
import { moveNodes, removeEdges, setInput } from '../../../../../renderer/editor/flow-edits.ts';
import { sceneOf } from '../../../../../renderer/features/canvas/drawn/flow-scene.ts';
import {
  createEdgeViews,
  createNodeViews,
  toCanvasEdges,
} from '../../../../../renderer/features/canvas/view-elements.ts';
import type { GraphNode } from '../../../../../shared/flow/flow-document.ts';
import { starterContent } from '../../../../helpers/builders/flow-content.ts';

const none: ReadonlySet<string> = new Set();

/** What is drawn of a content: all of it, unless `drawn` says otherwise. */
function viewsOf(
  { graph, layout }: FlowContent,
  { selected = none, sizes = new Map<string, MeasuredCard>(), drawn = none } = {},
) {
  const drawnIds = drawn.size === 0 ? new Set(graph.nodes.map(({ id }) => id)) : drawn;
  return { scene: sceneOf(graph, layout, sizes), dragged: undefined, drawnIds, selected };
}

describe('what React Flow draws', () => {
  test('a node that did not change gives the same object', () => {
    const toViews = createNodeViews();
    const content = starterContent();
    const sizes = new Map([['hnsw_0', { width: 240, height: 90, handles: [] }]]);
    const before = toViews(content.graph.nodes, viewsOf(content, { sizes }));
    const after = toViews(content.graph.nodes, viewsOf(content, { sizes, selected: new Set(['hnsw_0']) }));
    expect(after.filter((view, index) => view !== before[index]).map((view) => view.id)).toEqual(['hnsw_0']);
    expect(after.find((view) => view.id === 'hnsw_0')).toMatchObject({ selected: true, measured: { height: 90 } });
  });

  test('a move changes the moved node, and no edge', () => {
    const toViews = createNodeViews();
    const content = starterContent();
    const moved = moveNodes(content, new Map([['hnsw_0', { x: 20, y: 40 }]]));
    const before = toViews(content.graph.nodes, viewsOf(content));
    const after = toViews(moved.graph.nodes, viewsOf(moved));
    expect(after.filter((view, index) => view !== before[index])).toMatchObject([
      { id: 'hnsw_0', position: { x: 20, y: 40 } },
    ]);
    expect(moved.graph).toBe(content.graph);
  });

  test('where nothing changed, the same list', () => {
    const [toViews, toEdges] = [createNodeViews(), createEdgeViews()];
    const content = starterContent();
    const nodes = () => toViews(content.graph.nodes, viewsOf(content));
    // The second time the handles of what is drawn are left to React Flow.
    nodes();
    expect(nodes()).toBe(nodes());
    const typed = setInput(content, 'hnsw_0', 'topK', '9');
    expect(toEdges(typed.graph, none)).toBe(toEdges(content.graph, none));
  });

  test('an edge that did not change gives the same object', () => {
    const toEdges = createEdgeViews();
    const content = starterContent();
    const [first, second] = content.graph.edges.map(edgeKey);
    const before = toEdges(content.graph, none);
    const selected = toEdges(content.graph, new Set([second ?? '']));
    expect(selected.filter((edge) => !before.includes(edge))).toMatchObject([{ id: second, selected: true }]);
    const cut = removeEdges(content, new Set([first ?? '']));
    expect(toEdges(cut.graph, new Set([second ?? '']))).toEqual(selected.slice(1));
  });

  test('a drag moves what is drawn, and not the flow', () => {
    const toViews = createNodeViews();
    const content = starterContent();
    const dragged = new Map([['hnsw_0', { x: 20, y: 40 }]]);
    const before = toViews(content.graph.nodes, viewsOf(content));
    const after = toViews(content.graph.nodes, { ...viewsOf(content), dragged });
    expect(after.filter((view, index) => view !== before[index])).toMatchObject([
      { id: 'hnsw_0', position: { x: 20, y: 40 } },
    ]);
  });

  test('a node that is not drawn is hidden, and its edges know where its handles are', () => {
    const content = starterContent();
    const [first] = createNodeViews()(content.graph.nodes, viewsOf(content, { drawn: new Set(['hnsw_0']) }));
    expect(first).toMatchObject({ id: 'recursiveCharacterTextSplitter_0', hidden: true });
    expect(first?.handles).toMatchObject([{ type: 'source', x: 239 }]);
  });

  test('saved sizes and styles of another editor are not drawn', () => {
    const node: GraphNode = {
      id: 'x_0',
      data: { name: 'x', label: 'X', inputs: {} },
      width: 300,
      height: 600,
      style: {},
    };
    const content = { ...starterContent(), graph: { nodes: [node], edges: [] } };
    const [view] = createNodeViews()([node], viewsOf(content));
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
