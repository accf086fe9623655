import { describe, expect, test } from 'vitest';
import { contentOf } from '../../../../../renderer/editor/flow-content.ts';
import { moveNodes, setInput } from '../../../../../renderer/editor/flow-edits.ts';
import { headerHeight, PORT_ROW } from '../../../../../renderer/editor/free-place.ts';
import { areaAround, chooseDrawn, nodesIn } from '../../../../../renderer/features/canvas/drawn/choose-drawn.ts';
import { covers, labelLines, shiftOf } from '../../../../../renderer/features/canvas/drawn/create-painter.ts';
import { withWholeSelection } from '../../../../../renderer/features/canvas/drawn/drag-store.ts';
import { boxAround } from '../../../../../renderer/features/canvas/drawn/fit-box.ts';
import { endsOfLine, sceneOf } from '../../../../../renderer/features/canvas/drawn/flow-scene.ts';
import { nextInOrder } from '../../../../../renderer/features/canvas/drawn/use-canvas-focus.ts';
import { edgeAt, nodeAt } from '../../../../../renderer/features/canvas/drawn/use-hover.ts';
import { makeLargeFlow } from '../../../../helpers/builders/large-flow.ts';

const none = { nodeIds: new Set<string>(), edgeKeys: new Set<string>() };

function sceneOfGroups(groups: number) {
  const { graph, layout } = contentOf(makeLargeFlow(groups), null);
  return sceneOf(graph, layout, new Map());
}

const large = sceneOfGroups(100);
const screen = { width: 1100, height: 750 };
const near = areaAround({ x: -1000, y: -1000, zoom: 1 }, screen);

describe('what of a flow is made of elements', () => {
  test('a small flow is drawn whole', () => {
    const drawn = chooseDrawn(sceneOfGroups(12), near, none);
    expect(drawn.nodeIds.size).toBe(60);
    expect(drawn.painted).toEqual({ nodes: false, edges: false });
  });

  test('of a large one what is in sight, with all edges that may be seen', () => {
    const drawn = chooseDrawn(large, near, none);
    expect(drawn.nodeIds.size).toBeGreaterThan(8);
    expect(drawn.nodeIds.size).toBeLessThan(40);
    expect(drawn.painted).toEqual({ nodes: false, edges: false });
    for (const { key, source, target } of large.lines) {
      if (drawn.nodeIds.has(source) && drawn.nodeIds.has(target)) expect(drawn.edgeKeys).toContain(key);
    }
  });

  test('what has the focus is drawn wherever it is, with its edges', () => {
    const drawn = chooseDrawn(large, near, { ...none, nodeIds: new Set(['hnsw_99', 'gone']) });
    expect(drawn.nodeIds).toContain('hnsw_99');
    expect(drawn.nodeIds).not.toContain('gone');
    const edges = large.lines.filter(({ target }) => target === 'hnsw_99');
    for (const { key } of edges) expect(drawn.edgeKeys).toContain(key);
  });

  test('where too much is in sight it is painted, and only what is kept is drawn', () => {
    const all = areaAround({ x: 0, y: 0, zoom: 0.1 }, screen);
    const drawn = chooseDrawn(large, all, { ...none, nodeIds: new Set(['hnsw_5']) });
    // Tab comes in by the first or the last.
    expect([...drawn.nodeIds]).toEqual(['recursiveCharacterTextSplitter_0', 'hnsw_99', 'hnsw_5']);
    expect(drawn.painted).toEqual({ nodes: true, edges: true });
  });

  test('the area around the view changes seldom, and covers the view', () => {
    const areas = Array.from({ length: 100 }, (_, step) => areaAround({ x: -step, y: 0, zoom: 0.7 }, screen));
    expect(new Set(areas.map((area) => JSON.stringify(area))).size).toBeLessThanOrEqual(3);
    for (const [step, area] of areas.entries()) {
      expect(area.x).toBeLessThanOrEqual(step / 0.7);
      expect(area.x + area.width).toBeGreaterThanOrEqual((step + screen.width) / 0.7);
    }
  });
});

describe('the flow as it lies', () => {
  test('edges end at the handles of cards that were never drawn, or as they were measured', () => {
    const { graph, layout } = contentOf(makeLargeFlow(1), null);
    const expected = sceneOf(graph, layout, new Map());
    const line = expected.lines.find(({ source }) => source === 'fileLoader_0');
    const at = (id: string) => expected.boxes.get(id) ?? { x: 0, y: 0 };
    expect(line && endsOfLine(line, at)).toEqual([
      { x: 240, y: 140 + headerHeight('File Loader 0') + PORT_ROW / 2 },
      { x: 320, y: 180 + headerHeight('Local vector store (HNSW) 0') + PORT_ROW / 2 },
    ]);
    const handles = expected.handles('fileLoader_0').map((handle) => ({ ...handle, y: handle.y + 7 }));
    const measured = new Map([['fileLoader_0', { width: 240, height: 120, handles }]]);
    const scene = sceneOf(graph, layout, measured);
    expect(scene.boxes.get('fileLoader_0')).toEqual({ x: 0, y: 140, width: 240, height: 120 });
    expect(scene.lines.find(({ source }) => source === 'fileLoader_0')?.from.y).toBe(
      headerHeight('File Loader 0') + PORT_ROW / 2 + 7,
    );
  });

  test('an edit makes what it changes anew', () => {
    const content = contentOf(makeLargeFlow(100), null);
    const before = sceneOf(content.graph, content.layout, new Map());
    const moved = moveNodes(setInput(content, 'hnsw_3', 'topK', '9'), new Map([['hnsw_7', { x: 0, y: 0 }]]));
    const after = sceneOf(moved.graph, moved.layout, new Map());
    const others = [...after.boxes].filter(([id, box]) => box !== before.boxes.get(id));
    expect(others.map(([id]) => id)).toEqual(['hnsw_3', 'hnsw_7']);
    expect(after.boxes.get('hnsw_7')).toMatchObject({ x: 0, y: 0 });
    const lines = after.lines.filter((line) => !before.lines.includes(line));
    expect(new Set(lines.map(({ target }) => target))).toEqual(new Set(['hnsw_3']));
    expect(after.lines).toEqual(before.lines);
  });

  test('the pointer finds cards and edges that are only painted', () => {
    expect(nodeAt(large, { x: 100, y: 20 })).toBe('recursiveCharacterTextSplitter_0');
    expect(nodeAt(large, { x: 300, y: 5 })).toBeUndefined();
    const [line] = large.lines.filter(({ source, target }) => source === 'fileLoader_0' && target === 'hnsw_0');
    const [from, to] = (line && endsOfLine(line, (id) => large.boxes.get(id) ?? { x: 0, y: 0 })) ?? [];
    const middle = { x: ((from?.x ?? 0) + (to?.x ?? 0)) / 2, y: ((from?.y ?? 0) + (to?.y ?? 0)) / 2 };
    expect(edgeAt(large, middle, 12)).toMatchObject({ source: 'fileLoader_0', target: 'hnsw_0' });
    expect(edgeAt(large, { x: 300, y: 560 }, 2)).toBeUndefined();
  });

  test('a box finds the nodes that it touches', () => {
    expect(nodesIn(large, { x: 0, y: 0, width: 10, height: 150 })).toEqual([
      'recursiveCharacterTextSplitter_0',
      'fileLoader_0',
    ]);
    expect(boxAround([])).toBeUndefined();
    expect(boxAround(large.boxes.values())).toMatchObject({ x: 0, y: 0, width: 9 * 640 + 560 });
  });

  test('a drag takes the selected nodes along that are not drawn', () => {
    const layout = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 100, y: 0 }],
      ['c', { x: 200, y: 0 }],
    ]);
    const places = new Map([['a', { x: 20, y: 40 }]]);
    expect(withWholeSelection(places, new Set(['a', 'b']), layout).get('b')).toEqual({ x: 120, y: 40 });
    expect(withWholeSelection(places, new Set(['b']), layout)).toBe(places);
    expect(withWholeSelection(places, new Set(['a']), layout)).toBe(places);
  });

  test('Tab goes on in the order of the flow, and out at its ends', () => {
    expect(nextInOrder(['a', 'b', 'c'], 'a', false)).toBe('b');
    expect(nextInOrder(['a', 'b', 'c'], 'b', true)).toBe('a');
    expect(nextInOrder(['a', 'b', 'c'], 'c', false)).toBeUndefined();
    expect(nextInOrder(['a', 'b', 'c'], 'gone', false)).toBeUndefined();
  });
});

describe('the painted picture', () => {
  const view = { x: 0, y: 0, zoom: 0.1 };

  test('it is shifted while it covers what is seen, and painted anew after that', () => {
    expect(shiftOf(view, view)).toEqual({ x: 0, y: 0, scale: 1 });
    expect(shiftOf(view, { ...view, x: 30 })).toMatchObject({ x: 30, scale: 1 });
    expect(covers(view, { ...view, x: 300, y: -300 }, screen)).toBe(true);
    expect(covers(view, { ...view, x: 340 }, screen)).toBe(false);
    expect(covers(view, { ...view, zoom: 0.11 }, screen)).toBe(true);
    expect(covers(view, { ...view, zoom: 0.2 }, screen)).toBe(false);
  });

  test.each([
    ['Short', ['Short']],
    ['Recursive Character Text Splitter 55', ['Recursive', 'Character Text…']],
    ['On-device embedding', ['On-device', 'embedding']],
    ['Unbreakablelabelofonelongword', ['Unbreakablelab…']],
    ['', []],
  ])('the label %j is cut to lines that fit', (label, lines) => {
    expect(labelLines(label)).toEqual(lines);
  });
});
