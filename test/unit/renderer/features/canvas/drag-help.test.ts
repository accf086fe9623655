import { describe, expect, test } from 'vitest';
import { newJoiner } from '../../../../../renderer/editor/edge-fits.ts';
import { edgeKey } from '../../../../../renderer/editor/flow-content.ts';
import { removeEdges } from '../../../../../renderer/editor/flow-edits.ts';
import { endsOfLine, sceneOf } from '../../../../../renderer/features/canvas/drawn/flow-scene.ts';
import { createDropFinder, dropWords } from '../../../../../renderer/features/canvas/edges/find-drop.ts';
import {
  endGuides,
  guideDrag,
  startGuides,
  useGuideStore,
} from '../../../../../renderer/features/canvas/guides/guide-store.ts';
import { definitionOf, starterContent } from '../../../../helpers/builders/flow-content.ts';

const whole = starterContent();
const splitting = whole.graph.edges.filter(({ target }) => target === 'fileLoader_0').map(edgeKey);
const { graph, layout } = removeEdges(whole, new Set(splitting));
const scene = sceneOf(graph, layout, new Map());

/** The middle of the edge that begins at a node. */
function middleOf(source: string) {
  const line = scene.lines.find((candidate) => candidate.source === source);
  if (line === undefined) throw new Error(`No edge begins at ${source}.`);
  const [from, to] = endsOfLine(line, (id) => scene.boxes.get(id) ?? { x: 0, y: 0 });
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

describe('a node that is dragged over edges', () => {
  const find = createDropFinder(graph, scene, newJoiner(graph, definitionOf('tokenTextSplitter')));

  test('finds the one that it fits, and says what letting go does', () => {
    const found = find([middleOf('fileLoader_0')], 1);
    if (found === undefined) throw new Error('It fits.');
    expect(found.kind).toBe('source');
    expect(dropWords(graph, found)).toBe('Connect to File Loader');
  });

  test('passes over those that it does not fit, and what is too far', () => {
    expect(find([middleOf('transformersEmbeddings_0')], 1)).toBeUndefined();
    const { x, y } = middleOf('fileLoader_0');
    expect(find([{ x: x + 60, y: y - 60 }], 1)).toBeUndefined();
    expect(find([{ x: x + 60, y: y - 60 }], 0.2)).toBeDefined();
  });
});

describe('guides', () => {
  const still = { x: 0, y: 0, width: 240, height: 100 };
  const sizes = new Map([['a', { width: 240, height: 100 }]]);

  test('bring a node into line, show the line, and leave it there when it is let go of', () => {
    startGuides({ others: [still], sizes, zoom: 1 });
    expect(guideDrag(new Map([['a', { x: 4, y: 300 }]]))).toEqual(new Map([['a', { x: 0, y: 300 }]]));
    expect(useGuideStore.getState().guides).toHaveLength(3);
    expect(endGuides(new Map([['a', { x: 4, y: 300 }]]))).toEqual(new Map([['a', { x: 0, y: 300 }]]));
    expect(useGuideStore.getState().guides).toEqual([]);
  });

  test('reach six pixels of the window, whatever the zoom', () => {
    startGuides({ others: [still], sizes, zoom: 0.5 });
    expect(guideDrag(new Map([['a', { x: 12, y: 300 }]])).get('a')).toEqual({ x: 0, y: 300 });
    startGuides({ others: [still], sizes, zoom: 2 });
    const places = new Map([['a', { x: 4, y: 300 }]]);
    expect(guideDrag(places)).toBe(places);
    endGuides(places);
  });

  test('leave moves by keys as they are', () => {
    const places = new Map([['a', { x: 4, y: 300 }]]);
    expect(endGuides(places)).toBe(places);
  });
});
