import type { Point } from '../editor/flow-content.ts';
import { useCanvasViewStore } from './canvas-view-store.ts';

/** Where the pointer is on the canvas, in window pixels; kept out of the stores, since every move of it changes this. */
let pointer: Point | undefined;

/** Takes in where the pointer is on the canvas; undefined when it left. */
export function notePointer(at: Point | undefined): void {
  pointer = at;
}

/** Where what is pasted goes: to the open menu, else to the pointer, in canvas pixels; undefined when neither is on the canvas. */
export function pastePlace(): Point | undefined {
  const { view, canvasMenu } = useCanvasViewStore.getState();
  const at = canvasMenu?.at ?? pointer;
  return at === undefined ? undefined : view?.toCanvas(at);
}
