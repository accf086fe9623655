import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Camera, type Point, panBy, pointAt, pointsInside, type Size, zoomAt } from './camera.ts';
import type { MapModel } from './map-model.ts';

/** How near a pointer is to a point that it points at, in px. */
const REACH_PX = 9;
/** A press that moves less is a click. */
const CLICK_PX = 4;
/** Of a wheel's px, for one e-th of zoom. */
const WHEEL_PX = 400;
/** Px between two corners of the line that is drawn. */
const CORNER_PX = 3;

export type Tool = 'move' | 'lasso';

export interface PointerProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly model: MapModel;
  readonly camera: Camera;
  readonly size: Size;
  readonly tool: Tool;
  readonly onCamera: (change: (camera: Camera) => Camera) => void;
  readonly onHover: (index: number | undefined) => void;
  readonly onOpen: (index: number) => void;
  /** Points were drawn around; `adds`: to those that are selected. */
  readonly onLasso: (indices: readonly number[], adds: boolean) => void;
}

interface Press {
  readonly start: Point;
  readonly last: Point;
  readonly isLasso: boolean;
  readonly isClick: boolean;
}

function placeOf(event: {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: EventTarget | null;
}): Point {
  const box = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : undefined;
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The wheel zooms at the pointer; React's own handler could not keep the page from scrolling. */
function useWheel({ canvas, size, onCamera }: PointerProps): void {
  useEffect(() => {
    const { current } = canvas;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = placeOf(event);
      onCamera((camera) => zoomAt(camera, size, at, Math.exp(-event.deltaY / WHEEL_PX)));
    };
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, [canvas, size, onCamera]);
}

/** What the pointer does on the map: moves it, points at points, opens them, and draws around them (also with Shift held). */
export function usePointer(props: PointerProps) {
  const { model, camera, size, tool, onCamera, onHover, onOpen, onLasso } = props;
  const press = useRef<Press>(undefined);
  const [lasso, setLasso] = useState<readonly Point[]>([]);
  useWheel(props);

  function onPointerDown(event: PointerEvent<HTMLCanvasElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const start = placeOf(event);
    const isLasso = tool === 'lasso' || event.shiftKey;
    press.current = { start, last: start, isLasso, isClick: true };
    if (isLasso) setLasso([start]);
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
    const at = placeOf(event);
    const before = press.current;
    if (before === undefined) {
      onHover(pointAt(model, camera, size, { ...at, reach: REACH_PX }));
      return;
    }
    const isClick = before.isClick && distance(at, before.start) < CLICK_PX;
    const moved = { x: at.x - before.last.x, y: at.y - before.last.y };
    if (before.isLasso) {
      setLasso((line) => (distance(line.at(-1) ?? at, at) < CORNER_PX ? line : [...line, at]));
    } else if (!isClick) {
      onHover(undefined);
      onCamera((now) => panBy(now, size, moved));
    }
    press.current = { ...before, last: isClick && !before.isLasso ? before.last : at, isClick };
  }

  function onPointerUp(event: PointerEvent<HTMLCanvasElement>): void {
    const ended = press.current;
    press.current = undefined;
    setLasso([]);
    if (ended === undefined) return;
    if (ended.isClick) {
      const index = pointAt(model, camera, size, { ...placeOf(event), reach: REACH_PX });
      if (index !== undefined) onOpen(index);
    } else if (ended.isLasso) onLasso(pointsInside(model, camera, size, lasso), event.shiftKey && tool === 'lasso');
  }

  function onPointerCancel(): void {
    press.current = undefined;
    setLasso([]);
  }

  const onPointerLeave = () => press.current === undefined && onHover(undefined);
  return { lasso, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave } };
}
