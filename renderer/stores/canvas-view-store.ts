import { create } from 'zustand';
import type { Point } from '../editor/flow-content.ts';
import type { Box, Size } from '../editor/free-place.ts';

/** What commands and panels can ask of the canvas on the screen. */
export interface CanvasView {
  /** Middle of what is seen, in canvas pixels. */
  readonly centre: () => Point;
  /** Cards as they are drawn, in canvas pixels; those that were not drawn yet are left out. */
  readonly sizes: () => ReadonlyMap<string, Size>;
  readonly toCanvas: (screen: Point) => Point;
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly zoomTo100: () => void;
  /** Brings a node into sight and gives it the focus. */
  readonly showNode: (nodeId: string) => void;
  /** Moves the view just so far that a part of the canvas is seen. */
  readonly reveal: (box: Box) => void;
  /** Whether any part of a box is seen. */
  readonly isInSight: (box: Box) => boolean;
  /** Marks nodes for a moment, once the view has come to rest. */
  readonly flash: (nodeIds: readonly string[]) => void;
}

/** A list of what can be connected, opened by a key or by an edge dropped on the canvas. */
export interface ConnectMenu {
  readonly nodeId: string;
  /** Only this handle; absent: any handle of the node. */
  readonly handleId?: string | undefined;
  /** Where the list opens, in window pixels. */
  readonly at: Point;
  /** Where a new node goes, in canvas pixels; absent: beside the node. */
  readonly place?: Point | undefined;
}

/** A list of what can be put on an edge. */
export interface EdgeMenu {
  readonly edgeKey: string;
  /** Where it opens, in window pixels. */
  readonly at: Point;
}

/** The menu of what is selected, or of the canvas itself. */
export interface CanvasMenu {
  readonly about: 'node' | 'nodes' | 'edge' | 'canvas';
  /** Where it opens, in window pixels. */
  readonly at: Point;
}

interface CanvasViewStore {
  /** Undefined while there is no canvas. */
  readonly view: CanvasView | undefined;
  readonly connectMenu: ConnectMenu | undefined;
  readonly edgeMenu: EdgeMenu | undefined;
  readonly canvasMenu: CanvasMenu | undefined;
  /** The node whose name is a field on its card. */
  readonly renamedNodeId: string | undefined;
}

export const useCanvasViewStore = create<CanvasViewStore>()(() => ({
  view: undefined,
  connectMenu: undefined,
  edgeMenu: undefined,
  canvasMenu: undefined,
  renamedNodeId: undefined,
}));

/** Selects a node of the open flow and brings it into sight. */
export function goToNode(nodeId: string): void {
  useCanvasViewStore.getState().view?.showNode(nodeId);
}

export function closeConnectMenu(): void {
  useCanvasViewStore.setState({ connectMenu: undefined });
}

/** Opens the list of what can be put on an edge, below a box of the window. */
export function openEdgeMenu(edgeKey: string, { x, y, height }: Pick<DOMRect, 'x' | 'y' | 'height'>): void {
  useCanvasViewStore.setState({ edgeMenu: { edgeKey, at: { x, y: y + height } } });
}

export function closeEdgeMenu(): void {
  useCanvasViewStore.setState({ edgeMenu: undefined });
}

/** Makes the name on a node's card a field. */
export function startRename(nodeId: string): void {
  useCanvasViewStore.setState({ renamedNodeId: nodeId });
}

export function endRename(): void {
  useCanvasViewStore.setState({ renamedNodeId: undefined });
}
