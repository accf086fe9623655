import { isNote } from '../../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import type { Point } from '../../../editor/flow-content.ts';
import type { Box, Size } from '../../../editor/free-place.ts';
import { typeOfNode } from '../../../ui/data-types.tsx';
import { edgesIn, nodesIn } from './choose-drawn.ts';
import { type EdgeLine, endsOfLine, type FlowScene } from './flow-scene.ts';
import type { PaintColours } from './paint-colours.ts';

/** What is painted of a flow. */
interface Picture {
  readonly scene: FlowScene;
  readonly nodes: boolean;
  readonly edges: boolean;
  readonly selectedNodeIds: ReadonlySet<string>;
  readonly selectedEdgeKeys: ReadonlySet<string>;
  /** Nodes that are elements while they are dragged: neither they nor their edges are painted. */
  readonly held: ReadonlySet<string>;
  /** Where the other nodes of a drag are. */
  readonly places: ReadonlyMap<string, Point> | undefined;
  readonly colours: PaintColours;
}

/** What a canvas shows: window pixels = canvas pixels of the flow * zoom + (x, y). */
interface View extends Point {
  readonly zoom: number;
}

const LABEL_PX = 28;
const LABEL_LINE_PX = 34;
/** Characters of a label's line, and lines. */
const LABEL_CHARACTERS = 15;
const LABEL_LINES = 2;
/** Text that is smaller than this on the screen cannot be read. */
const LEAST_LABEL_PX = 6;
/** From farther away an edge is a straight line. */
const STRAIGHT_ZOOM = 0.15;

/** A label in lines that fit a block; what is too long ends with dots. */
export function labelLines(label: string): readonly string[] {
  const lines: string[] = [];
  let rest = label;
  while (rest !== '' && lines.length < LABEL_LINES) {
    const isLast = lines.length === LABEL_LINES - 1;
    if (rest.length <= LABEL_CHARACTERS) {
      lines.push(rest);
      break;
    }
    const space = rest.lastIndexOf(' ', LABEL_CHARACTERS);
    const end = isLast || space <= 0 ? LABEL_CHARACTERS - 1 : space;
    lines.push(isLast || space <= 0 ? `${rest.slice(0, end).trimEnd()}…` : rest.slice(0, end));
    rest = rest.slice(end).trimStart();
    if (space <= 0 && !isLast) break;
  }
  return lines;
}

function paintEdge(context: CanvasRenderingContext2D, [from, to]: readonly [Point, Point], zoom: number): void {
  context.moveTo(from.x, from.y);
  if (zoom < STRAIGHT_ZOOM) {
    context.lineTo(to.x, to.y);
    return;
  }
  const reach = Math.max(Math.abs(to.x - from.x) / 2, 20);
  context.bezierCurveTo(from.x + reach, from.y, to.x - reach, to.y, to.x, to.y);
}

function paintEdges(
  context: CanvasRenderingContext2D,
  { scene, selectedEdgeKeys, held, colours }: Picture,
  { area, zoom, boxAt }: { readonly area: Box; readonly zoom: number; readonly boxAt: (id: string) => Box },
): void {
  const keys = new Set(edgesIn(scene, area));
  const shown = scene.lines.filter(
    ({ key, source, target }) => keys.has(key) && !held.has(source) && !held.has(target),
  );
  for (const [type, lines] of Map.groupBy(shown, (line: EdgeLine) => line.type)) {
    context.strokeStyle = colours.ofType(type);
    for (const isSelected of [false, true]) {
      context.beginPath();
      for (const line of lines) {
        if (selectedEdgeKeys.has(line.key) === isSelected) paintEdge(context, endsOfLine(line, boxAt), zoom);
      }
      context.lineWidth = (isSelected ? 1.5 : 1) * Math.max(2, 0.8 / zoom);
      context.stroke();
    }
  }
}

function paintNodes(
  context: CanvasRenderingContext2D,
  { scene, selectedNodeIds, held, colours }: Picture,
  { area, zoom, boxAt }: { readonly area: Box; readonly zoom: number; readonly boxAt: (id: string) => Box },
): void {
  const hasLabels = LABEL_PX * zoom >= LEAST_LABEL_PX;
  context.font = `600 ${LABEL_PX}px "Inter Variable", system-ui, sans-serif`;
  context.textBaseline = 'middle';
  for (const id of nodesIn(scene, area)) {
    const node = scene.nodes.get(id);
    if (node === undefined || held.has(id)) continue;
    const { x, y, width, height } = boxAt(id);
    const colour = isNote(node) ? colours.muted : colours.ofType(typeOfNode(findNodeDefinition(node.data.name)));
    context.fillStyle = colours.surface;
    context.fillRect(x, y, width, height);
    context.fillStyle = colour;
    context.globalAlpha = 0.28;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
    context.strokeStyle = selectedNodeIds.has(id) ? colours.accent : colour;
    context.lineWidth = selectedNodeIds.has(id) ? Math.max(4, 2.5 / zoom) : Math.max(2, 1 / zoom);
    context.strokeRect(x, y, width, height);
    if (!hasLabels) continue;
    context.fillStyle = colours.ink;
    const lines = labelLines(node.data.label === '' ? node.data.name : node.data.label);
    const top = y + height / 2 - ((lines.length - 1) * LABEL_LINE_PX) / 2;
    for (const [at, line] of lines.entries()) context.fillText(line, x + 12, top + at * LABEL_LINE_PX, width - 20);
  }
}

/** Paints a part of a flow. `ratio`: dots of the canvas for a window pixel. */
function paintFlow(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { view, size, ratio }: { readonly view: View; readonly size: Size; readonly ratio: number },
): void {
  const { x, y, zoom } = view;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, size.width * ratio, size.height * ratio);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  const area = { x: -x / zoom, y: -y / zoom, width: size.width / zoom, height: size.height / zoom };
  const { boxes } = picture.scene;
  const boxAt = (id: string): Box => ({ ...(boxes.get(id) ?? area), ...picture.places?.get(id) });
  if (picture.edges) paintEdges(context, picture, { area, zoom, boxAt });
  if (picture.nodes) paintNodes(context, picture, { area, zoom, boxAt });
}

/** So much is painted around what is seen, in window pixels: that far the picture is only shifted while the view moves. */
export const PAINT_MARGIN = 320;
/** While the view zooms, the picture is only scaled between these, and painted sharp when the view rests. */
const LEAST_SCALE = 0.75;
const MOST_SCALE = 1.5;
const REST_MS = 120;

/** How a picture that was painted for one view lies in another one, as a CSS transform of its canvas. */
export function shiftOf(painted: View, view: View): { readonly x: number; readonly y: number; readonly scale: number } {
  const scale = view.zoom / painted.zoom;
  return {
    x: PAINT_MARGIN + view.x - (PAINT_MARGIN + painted.x) * scale,
    y: PAINT_MARGIN + view.y - (PAINT_MARGIN + painted.y) * scale,
    scale,
  };
}

/** Whether a picture still covers what is seen. */
export function covers(painted: View, view: View, { width, height }: Size): boolean {
  const { x, y, scale } = shiftOf(painted, view);
  if (scale < LEAST_SCALE || scale > MOST_SCALE) return false;
  const right = x + (width + 2 * PAINT_MARGIN) * scale;
  const bottom = y + (height + 2 * PAINT_MARGIN) * scale;
  return x <= PAINT_MARGIN && y <= PAINT_MARGIN && right >= width + PAINT_MARGIN && bottom >= height + PAINT_MARGIN;
}

/** Paints a flow on a canvas again when the flow or its view has changed, as seldom as it can. */
export function createPainter(canvas: HTMLCanvasElement) {
  let picture: Picture | undefined;
  let view: View = { x: 0, y: 0, zoom: 1 };
  let size: Size = { width: 0, height: 0 };
  let painted: { readonly view: View; readonly size: Size } | undefined;
  let frame: number | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function paint(): void {
    frame = undefined;
    clearTimeout(rest);
    canvas.hidden = picture === undefined || (!picture.nodes && !picture.edges);
    const context = canvas.hidden ? null : canvas.getContext('2d');
    if (context === null || picture === undefined || size.width === 0) {
      painted = undefined;
      return;
    }
    const ratio = window.devicePixelRatio;
    const whole = { width: size.width + 2 * PAINT_MARGIN, height: size.height + 2 * PAINT_MARGIN };
    if (canvas.width !== whole.width * ratio || canvas.height !== whole.height * ratio) {
      canvas.width = whole.width * ratio;
      canvas.height = whole.height * ratio;
      canvas.style.width = `${whole.width}px`;
      canvas.style.height = `${whole.height}px`;
    }
    const from = { x: view.x + PAINT_MARGIN, y: view.y + PAINT_MARGIN, zoom: view.zoom };
    paintFlow(context, picture, { view: from, size: whole, ratio });
    canvas.style.transform = '';
    painted = { view, size };
  }

  function paintSoon(): void {
    frame ??= requestAnimationFrame(paint);
  }

  return {
    show(next: Picture): void {
      picture = next;
      paintSoon();
    },
    move(nextView: View, nextSize: Size): void {
      view = nextView;
      size = nextSize;
      if (picture === undefined || (!picture.nodes && !picture.edges)) {
        painted = undefined;
        return;
      }
      const isSameSize = painted?.size.width === size.width && painted.size.height === size.height;
      if (painted === undefined || !isSameSize || !covers(painted.view, view, size)) {
        paintSoon();
        return;
      }
      const { x, y, scale } = shiftOf(painted.view, view);
      canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      if (scale === 1) return;
      clearTimeout(rest);
      rest = setTimeout(paintSoon, REST_MS);
    },
    stop(): void {
      clearTimeout(rest);
      if (frame !== undefined) cancelAnimationFrame(frame);
    },
  };
}
