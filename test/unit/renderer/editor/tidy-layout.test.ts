import { describe, expect, test } from 'vitest';
import { contentOf, type FlowContent, GRID, placeNodes } from '../../../../renderer/editor/flow-content.ts';
import { connect, moveNodes } from '../../../../renderer/editor/flow-edits.ts';
import type { Size } from '../../../../renderer/editor/free-place.ts';
import { tidyPlaces } from '../../../../renderer/editor/tidy-layout.ts';
import { createNode } from '../../../../shared/flow/create-node.ts';
import type { FlowNode } from '../../../../shared/flow/flow-document.ts';
import { outputHandleId } from '../../../../shared/flow/handles.ts';
import { boxesOf, coveredBoxes } from '../../../helpers/builders/covered-boxes.ts';
import { definitionOf, starterContent } from '../../../helpers/builders/flow-content.ts';

const none: ReadonlySet<string> = new Set();
const unmeasured: ReadonlyMap<string, Size> = new Map();

function tidy(content: FlowContent, chosen = none): FlowContent {
  return moveNodes(content, tidyPlaces(content, chosen, unmeasured));
}

/** `count` stores, each with a loader and its splitter, all on one heap. */
function heapOf(count: number): FlowContent {
  const nodes: FlowNode[] = [];
  let content = contentOf({ nodes: [], edges: [] }, null);
  for (let number = 0; number < count; number += 1) {
    for (const name of ['hnsw', 'pdfFile', 'tokenTextSplitter']) {
      nodes.push(createNode(definitionOf(name), `${name}_${number}`, { x: 40, y: 40 }));
    }
  }
  content = contentOf({ nodes, edges: [] }, null);
  for (let number = 0; number < count; number += 1) {
    const [store, loader, splitter] = [`hnsw_${number}`, `pdfFile_${number}`, `tokenTextSplitter_${number}`];
    const [document] = definitionOf('pdfFile').outputs;
    const [split] = definitionOf('tokenTextSplitter').outputs;
    if (document === undefined || split === undefined) throw new Error('A loader and a splitter give something.');
    const sourceHandle = outputHandleId(loader, document);
    const splitHandle = outputHandleId(splitter, split);
    content = connect(content, {
      source: loader,
      sourceHandle,
      target: store,
      targetHandle: `${store}-input-document-Document`,
    });
    content = connect(content, {
      source: splitter,
      sourceHandle: splitHandle,
      target: loader,
      targetHandle: `${loader}-input-textSplitter-TextSplitter`,
    });
  }
  return content;
}

describe('the tidied layout', () => {
  test('goes from left to right along the edges, on the grid, and covers no card', () => {
    const content = tidy(heapOf(5));
    for (const { source, target } of content.graph.edges) {
      expect(content.layout.get(source)?.x).toBeLessThan(content.layout.get(target)?.x ?? 0);
    }
    for (const { x, y } of content.layout.values()) expect([x % GRID, y % GRID]).toEqual([0, 0]);
    expect(coveredBoxes(content)).toEqual([]);
  });

  test('keeps the left upper corner, and changes nothing the second time', () => {
    const before = starterContent();
    const once = tidy(before);
    const corner = (content: FlowContent) => [
      Math.min(...boxesOf(content).map(({ x }) => x)),
      Math.min(...boxesOf(content).map(({ y }) => y)),
    ];
    expect(corner(once)).toEqual(corner(before));
    expect(tidy(once)).toBe(once);
    expect(once.graph).toBe(before.graph);
  });

  test('has what feeds a node in the order of its inputs', () => {
    const { graph, layout } = tidy(starterContent());
    const y = (id: string) => layout.get(id)?.y ?? 0;
    const store = graph.nodes.find(({ data }) => data.name === 'hnsw')?.id;
    const into = graph.edges.filter(({ target }) => target === store);
    const order = ['document', 'embeddings', 'recordManager'];
    const sources = order.map(
      (name) => into.find((edge) => edge.targetHandle?.includes(`-input-${name}-`))?.source ?? '',
    );
    expect(sources.map(y)).toEqual(sources.map(y).toSorted((a, b) => a - b));
  });

  test('leaves notes, and with several nodes chosen all others, where they are', () => {
    const before = heapOf(3);
    const note: FlowNode = {
      id: 'note_0',
      type: 'stickyNote',
      position: { x: 7, y: 9 },
      data: { name: 'stickyNote', label: 'Sticky Note', inputs: { note: 'why' } },
    };
    const withNote = contentOf(
      { nodes: [...placeNodes(before, before.graph.nodes), note], edges: before.graph.edges },
      null,
    );
    expect(tidyPlaces(withNote, none, unmeasured).has('note_0')).toBe(false);
    const chosen = new Set(['hnsw_1', 'pdfFile_1']);
    expect(new Set(tidyPlaces(withNote, chosen, unmeasured).keys())).toEqual(chosen);
    expect(tidyPlaces(withNote, new Set(['hnsw_1']), unmeasured).size).toBe(9);
  });

  test('takes cards as high as they are drawn', () => {
    const content = heapOf(1);
    const sizes = new Map(content.graph.nodes.map(({ id }) => [id, { width: 240, height: 1000 }]));
    const apart = contentOf({ nodes: placeNodes(content, content.graph.nodes), edges: [] }, null);
    const places = [...tidyPlaces(apart, none, sizes).values()];
    expect(places.map(({ x }) => x)).toEqual([40, 360, 680]);
    const twoRows = new Map([...sizes].map(([id, size]) => [id, { ...size, width: 700 }]));
    expect([...tidyPlaces(apart, none, twoRows).values()].map(({ y }) => y)).toEqual([40, 1080, 2120]);
  });

  test('does nothing to an empty flow', () => {
    expect(tidyPlaces(contentOf({ nodes: [], edges: [] }, null), none, unmeasured).size).toBe(0);
  });
});
