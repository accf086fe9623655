import type { MapAnswer } from '../../../shared/api/content-map.ts';
import { type Camera, type Point, type Size, toScreen } from './camera.ts';
import { COLOURS, type MapModel } from './map-model.ts';
import { CORNERS, shapeOf } from './shapes.ts';

/** Answers whose rank stands in the map; the others are circled, as they often lie on each other. */
const NUMBERED = 3;

/** The colours of the theme. */
export interface MapColours {
  /** By style; the last is that of all other sources. */
  readonly styles: readonly string[];
  readonly canvas: string;
  readonly ink: string;
  readonly accent: string;
  readonly onAccent: string;
}

/** What a picture of the map shows. */
export interface MapPicture {
  readonly model: MapModel;
  readonly camera: Camera;
  readonly size: Size;
  /** Device px of a px. */
  readonly ratio: number;
  readonly colours: MapColours;
  /** Number of the source that stands out; undefined: none does. */
  readonly highlighted: number | undefined;
  readonly selected: ReadonlySet<number>;
  /** The point that is pointed at or that the keys are on. */
  readonly current: number | undefined;
  /** The line that is drawn around points. */
  readonly lasso: readonly Point[];
  readonly answer: MapAnswer | undefined;
}

/** Reads the colours as they are now. */
export function readColours(element: Element): MapColours {
  // A canvas takes no light-dark(): the browser resolves it in a property that is a colour. A new element each time, as the colour of one may fade over.
  const colourOf = (name: string): string => {
    const probe = document.createElement('span');
    probe.style.color = `var(--${name})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const styles = Array.from({ length: COLOURS }, (_, index) => colourOf(`map-${index + 1}`));
  return {
    styles: [...styles, colourOf('map-other')],
    canvas: colourOf('canvas'),
    ink: colourOf('ink'),
    accent: colourOf('accent'),
    onAccent: colourOf('on-accent'),
  };
}

/** Half the size of a point in px: many are small, and they grow a little as one goes nearer. */
function radiusOf({ model, camera }: MapPicture): number {
  const count = model.ids.length;
  const base = count > 2000 ? 2.8 : 3.6;
  return (count > 300 ? base : 5) * Math.min(1.8, Math.max(1, camera.zoom) ** 0.25);
}

/** A point as a small picture: drawing it 5,000 times is faster than 5,000 paths. */
function createStamp(style: number, radius: number, { colours, ratio }: MapPicture): HTMLCanvasElement {
  const stamp = document.createElement('canvas');
  const half = Math.ceil(radius * 1.6 * ratio);
  stamp.width = 2 * half;
  stamp.height = 2 * half;
  const context = stamp.getContext('2d');
  if (context === null) return stamp;
  const corners = CORNERS[shapeOf(style)];
  const scale = radius * ratio * (style === COLOURS ? 0.8 : 1);
  context.translate(half, half);
  context.beginPath();
  if (corners.length === 0 || style === COLOURS) context.arc(0, 0, scale, 0, 2 * Math.PI);
  else for (const [x, y] of corners) context.lineTo(x * scale, y * scale);
  context.closePath();
  context.fillStyle = colours.styles[style] ?? colours.ink;
  context.fill();
  // An edge in the colour of the ground keeps points apart that lie on each other.
  context.lineWidth = 0.6 * ratio;
  context.strokeStyle = colours.canvas;
  context.stroke();
  return stamp;
}

function drawPoints(context: CanvasRenderingContext2D, picture: MapPicture, radius: number): void {
  const { model, camera, size, ratio, highlighted } = picture;
  const stamps = Array.from({ length: COLOURS + 1 }, (_, style) => createStamp(style, radius, picture));
  const origin = toScreen(camera, size, { x: 0, y: 0 });
  const unit = toScreen(camera, size, { x: 1, y: 1 });
  const put = (index: number) => {
    const stamp = stamps[model.sources[model.sourceOf[index] ?? 0]?.style ?? COLOURS];
    if (stamp === undefined) return;
    const x = (origin.x + (model.x[index] ?? 0) * (unit.x - origin.x)) * ratio - stamp.width / 2;
    const y = (origin.y + (model.y[index] ?? 0) * (unit.y - origin.y)) * ratio - stamp.height / 2;
    if (x < -stamp.width || y < -stamp.height || x > size.width * ratio || y > size.height * ratio) return;
    context.drawImage(stamp, Math.round(x), Math.round(y));
  };
  const isOwn = (index: number) => highlighted === undefined || model.sourceOf[index] === highlighted;
  context.globalAlpha = 0.16;
  if (highlighted !== undefined) for (let i = 0; i < model.ids.length; i += 1) if (!isOwn(i)) put(i);
  context.globalAlpha = 0.9;
  for (let i = 0; i < model.ids.length; i += 1) if (isOwn(i)) put(i);
  context.globalAlpha = 1;
}

function placeOf({ model, camera, size }: MapPicture, index: number): Point {
  return toScreen(camera, size, { x: model.x[index] ?? 0, y: model.y[index] ?? 0 });
}

/** Selected points stand on a disc, so that many of them do not hide each other. */
function drawSelected(context: CanvasRenderingContext2D, picture: MapPicture, radius: number): void {
  const { selected, colours } = picture;
  context.beginPath();
  for (const index of selected) {
    const { x, y } = placeOf(picture, index);
    context.moveTo(x + radius + 3, y);
    context.arc(x, y, radius + 3, 0, 2 * Math.PI);
  }
  context.fillStyle = colours.ink;
  context.fill();
}

function drawCurrent(context: CanvasRenderingContext2D, picture: MapPicture, radius: number): void {
  const { current, colours } = picture;
  if (current === undefined) return;
  const { x, y } = placeOf(picture, current);
  context.beginPath();
  context.arc(x, y, radius + 5, 0, 2 * Math.PI);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2.5;
  context.stroke();
}

function drawLasso(context: CanvasRenderingContext2D, { lasso, colours }: MapPicture): void {
  const [first, ...others] = lasso;
  if (first === undefined) return;
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of others) context.lineTo(x, y);
  context.closePath();
  context.globalAlpha = 0.12;
  context.fillStyle = colours.accent;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  context.stroke();
}

/** A disc with a word in it. */
function drawMark(context: CanvasRenderingContext2D, at: Point, word: string, fill: string, ink: string, edge: string) {
  context.beginPath();
  context.arc(at.x, at.y, 9, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = edge;
  context.stroke();
  context.fillStyle = ink;
  context.fillText(word, at.x, at.y + 0.5);
}

/** The question, and its answers with their ranks; the first on top. */
function drawAnswer(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { answer, camera, size, colours } = picture;
  if (answer === undefined) return;
  const { canvas, ink, accent, onAccent } = colours;
  context.font = '600 11px "Inter Variable", system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const ranked = answer.chunks.map((chunk, index) => ({ at: toScreen(camera, size, chunk), rank: index + 1 }));
  context.strokeStyle = ink;
  context.lineWidth = 2;
  for (const { at } of ranked.slice(NUMBERED)) {
    context.beginPath();
    context.arc(at.x, at.y, 7, 0, 2 * Math.PI);
    context.stroke();
  }
  for (const { at, rank } of ranked.slice(0, NUMBERED).reverse()) {
    drawMark(context, at, String(rank), ink, canvas, canvas);
  }
  drawMark(context, toScreen(camera, size, answer), '?', accent, onAccent, canvas);
}

/** Draws the map; some ms for 5,000 points. */
export function drawMap(context: CanvasRenderingContext2D, picture: MapPicture): void {
  const { ratio, size } = picture;
  const radius = radiusOf(picture);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, size.width * ratio, size.height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawSelected(context, picture, radius);
  context.setTransform(1, 0, 0, 1, 0, 0);
  drawPoints(context, picture, radius);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  drawAnswer(context, picture);
  drawCurrent(context, picture, radius);
  drawLasso(context, picture);
}
