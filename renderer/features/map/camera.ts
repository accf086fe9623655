import type { MapModel } from './map-model.ts';

/** Which part of the map is in sight. */
export interface Camera {
  /** What of the map is in the middle. */
  readonly x: number;
  readonly y: number;
  /** 1 shows all of it. */
  readonly zoom: number;
}

/** Of the picture, in px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Camera = { x: 0, y: 0, zoom: 1 };
const MARGIN_PX = 28;
const ZOOMS = { least: 0.5, most: 60 };

/** Px of one unit of the map. */
function scaleOf({ width, height }: Size, { zoom }: Camera): number {
  return Math.max(1, Math.min(width, height) / 2 - MARGIN_PX) * zoom;
}

/** Where a place of the map is in the picture, whose y goes down. */
export function toScreen(camera: Camera, size: Size, { x, y }: Point): Point {
  const scale = scaleOf(size, camera);
  return { x: size.width / 2 + (x - camera.x) * scale, y: size.height / 2 - (y - camera.y) * scale };
}

function toMap(camera: Camera, size: Size, { x, y }: Point): Point {
  const scale = scaleOf(size, camera);
  return { x: camera.x + (x - size.width / 2) / scale, y: camera.y - (y - size.height / 2) / scale };
}

/** Moves the picture by px. */
export function panBy(camera: Camera, size: Size, by: Point): Camera {
  const scale = scaleOf(size, camera);
  return { ...camera, x: camera.x - by.x / scale, y: camera.y + by.y / scale };
}

/** Zooms so that what is at a place of the picture stays there. */
export function zoomAt(camera: Camera, size: Size, at: Point, factor: number): Camera {
  const zoom = Math.min(ZOOMS.most, Math.max(ZOOMS.least, camera.zoom * factor));
  const before = toMap(camera, size, at);
  const after = toMap({ ...camera, zoom }, size, at);
  return { zoom, x: camera.x + before.x - after.x, y: camera.y + before.y - after.y };
}

/** Brings a place of the map into sight, moving no more than it takes. */
export function bringIntoSight(camera: Camera, size: Size, place: Point): Camera {
  const { x, y } = toScreen(camera, size, place);
  const beyond = (value: number, length: number) =>
    value < MARGIN_PX ? MARGIN_PX - value : Math.min(0, length - MARGIN_PX - value);
  return panBy(camera, size, { x: beyond(x, size.width), y: beyond(y, size.height) });
}

/** The point nearest to a place of the picture, if one is within `reach` px. @param isShown leaves points out */
export function pointAt(
  model: MapModel,
  camera: Camera,
  size: Size,
  at: Point & { readonly reach: number },
): number | undefined {
  const { x, y } = toMap(camera, size, at);
  const reach = at.reach / scaleOf(size, camera);
  let [found, least] = [-1, reach * reach];
  for (let index = 0; index < model.ids.length; index += 1) {
    const square = ((model.x[index] ?? 0) - x) ** 2 + ((model.y[index] ?? 0) - y) ** 2;
    if (square <= least) [found, least] = [index, square];
  }
  return found < 0 ? undefined : found;
}

/** The points inside of a line that was drawn around them in the picture. */
export function pointsInside(model: MapModel, camera: Camera, size: Size, line: readonly Point[]): number[] {
  const corners = line.map((point) => toMap(camera, size, point));
  const isInside = (x: number, y: number): boolean => {
    let isIn = false;
    for (const [index, a] of corners.entries()) {
      const b = corners[index === 0 ? corners.length - 1 : index - 1] ?? a;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
    }
    return isIn;
  };
  return model.ids.flatMap((_, index) => (isInside(model.x[index] ?? 0, model.y[index] ?? 0) ? [index] : []));
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** The nearest point in the direction of an arrow key; undefined for another key, and where there is none. */
export function pointTowards(
  model: MapModel,
  from: number,
  key: string,
  isShown: (index: number) => boolean,
): number | undefined {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return undefined;
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (let index = 0; index < model.ids.length; index += 1) {
    if (index === from || !isShown(index)) continue;
    const x = (model.x[index] ?? 0) - (model.x[from] ?? 0);
    const y = (model.y[index] ?? 0) - (model.y[from] ?? 0);
    const ahead = x * direction.x + y * direction.y;
    const aside = Math.abs(x * direction.y - y * direction.x);
    // Within 60 degrees; what lies aside counts as farther, so that keys keep their direction.
    if (ahead <= 0 || aside > ahead * 1.73) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [found, least] = [index, cost];
  }
  return found < 0 ? undefined : found;
}
