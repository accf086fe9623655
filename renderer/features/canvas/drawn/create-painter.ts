import type { Size } from '../../../editor/free-place.ts';
import { type Picture, paintFlow, type View } from './paint-flow.ts';

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
