import type { Box } from '../../../editor/free-place.ts';
import { endsOfLine, type FlowScene } from './flow-scene.ts';

/** A flow of so many nodes is drawn whole: it costs little, and screen readers find all of it. */
const DRAWN_WHOLE = 60;
/** Where more cards than these are in sight, they are too small to be worked with: they are painted, and made only for the pointer and the keyboard. */
const MOST_CARDS = 60;
/** The same of edges. */
const MOST_EDGES = 200;

/** What of a flow is made of elements; the rest of what is in sight is painted. */
export interface Drawn {
  readonly nodeIds: ReadonlySet<string>;
  readonly edgeKeys: ReadonlySet<string>;
  /** Where not all that is in sight is made of elements: what is painted below them. */
  readonly painted: { readonly nodes: boolean; readonly edges: boolean };
}

const nothing = { nodes: false, edges: false };

/** What is drawn wherever it lies: what has the focus, what is under the pointer, what is dragged. */
export interface Retained {
  readonly nodeIds: ReadonlySet<string>;
  readonly edgeKeys: ReadonlySet<string>;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** A bezier leaves the box of its ends sideways, where it goes back: by a part of the way. */
const SWING = 0.4;

/** The keys of the edges that may be seen in a part of the canvas. */
export function edgesIn({ boxes, lines }: FlowScene, area: Box): readonly string[] {
  const at = (id: string) => boxes.get(id) ?? area;
  return lines.flatMap((line) => {
    const [from, to] = endsOfLine(line, at);
    const swing = Math.max(0, from.x - to.x) * SWING + 8;
    const left = Math.min(from.x, to.x) - swing;
    const top = Math.min(from.y, to.y) - 1;
    const width = Math.abs(from.x - to.x) + 2 * swing;
    return overlap(area, { x: left, y: top, width, height: Math.abs(from.y - to.y) + 2 }) ? [line.key] : [];
  });
}

/** The ids of the nodes whose cards lie, if only with a corner, in a part of the canvas. */
export function nodesIn({ boxes }: FlowScene, area: Box): readonly string[] {
  return [...boxes].flatMap(([id, box]) => (overlap(area, box) ? [id] : []));
}

/** Chooses what is made of elements for a part of the canvas; undefined: before its size is known. */
export function chooseDrawn(scene: FlowScene, area: Box | undefined, retained: Retained): Drawn {
  const { boxes, lines } = scene;
  if (boxes.size <= DRAWN_WHOLE) {
    return { nodeIds: new Set(boxes.keys()), edgeKeys: new Set(lines.map(({ key }) => key)), painted: nothing };
  }
  const inSight = area === undefined ? [] : nodesIn(scene, area);
  const edgesInSight = area === undefined ? [] : edgesIn(scene, area);
  const cards = inSight.length > MOST_CARDS ? [] : inSight;
  const touched = lines.flatMap(({ key, source, target }) =>
    retained.nodeIds.has(source) || retained.nodeIds.has(target) ? [key] : [],
  );
  const edges = edgesInSight.length > MOST_EDGES ? touched.slice(0, MOST_EDGES) : [...edgesInSight, ...touched];
  // Tab comes to the nodes by the first or the last of them.
  const ids = [...boxes.keys()];
  const ends = [ids[0], ids.at(-1)].filter((id) => id !== undefined);
  return {
    nodeIds: new Set([...ends, ...cards, ...[...retained.nodeIds].filter((id) => boxes.has(id))]),
    edgeKeys: new Set([...edges, ...retained.edgeKeys]),
    painted: { nodes: inSight.length > MOST_CARDS, edges: edgesInSight.length > MOST_EDGES },
  };
}

/** The part of the canvas around what is seen, in whole steps: it changes seldom while the view moves. */
export function areaAround(
  { x, y, zoom }: { readonly x: number; readonly y: number; readonly zoom: number },
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  // A power of two, so that zooming too changes it seldom: 128 to 256 window pixels.
  const step = 2 ** Math.ceil(Math.log2(128 / zoom));
  const left = Math.floor(-x / zoom / step) * step;
  const top = Math.floor(-y / zoom / step) * step;
  const right = Math.ceil((width - x) / zoom / step) * step;
  const bottom = Math.ceil((height - y) / zoom / step) * step;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
