import type { Point } from '../editor/flow-content.ts';
import { type CanvasMenu, useCanvasViewStore } from './canvas-view-store.ts';
import { select, useFlowStore } from './flow/flow-store.ts';

const NODE = '.react-flow__node';
/** With its tools, which lie over it. */
const EDGE = '.react-flow__edge, .edge-tools';

function idOf(element: Element, selector: string): string | undefined {
  return element.closest(selector)?.getAttribute('data-id') ?? undefined;
}

/** Selects the element of the canvas whose menu is opened, unless it is selected already; says what the menu is about. */
function chooseAt(element: Element): CanvasMenu['about'] {
  const { selectedNodeIds, selectedEdgeKeys } = useFlowStore.getState();
  const nodeId = idOf(element, NODE);
  const edgeKey = idOf(element, EDGE);
  if (nodeId !== undefined) {
    if (selectedNodeIds.has(nodeId)) return selectedNodeIds.size > 1 ? 'nodes' : 'node';
    select([nodeId]);
    return 'node';
  }
  if (edgeKey !== undefined) {
    if (!selectedEdgeKeys.has(edgeKey) || selectedNodeIds.size + selectedEdgeKeys.size > 1) select([], [edgeKey]);
    return 'edge';
  }
  // The frame around several selected nodes.
  if (element.closest('.react-flow__nodesselection') !== null) return selectedNodeIds.size > 1 ? 'nodes' : 'node';
  return 'canvas';
}

/** Opens the menu of what is at an element of the canvas; `at` in window pixels. */
export function openMenuAt(element: Element, at: Point): void {
  useCanvasViewStore.setState({ canvasMenu: { about: chooseAt(element), at } });
}

export function closeCanvasMenu(): void {
  useCanvasViewStore.setState({ canvasMenu: undefined });
}

/** What has the focus, or else the first thing that is selected, or else the canvas. */
function elementOfKeys(): Element | null {
  const focused = document.activeElement?.closest(`${NODE}, ${EDGE}`);
  if (focused !== null && focused !== undefined) return focused;
  return (
    document.querySelector(`${NODE}.selected, .react-flow__edge.selected`) ?? document.querySelector('.react-flow')
  );
}

/** Opens the menu of what has the focus or is selected, or else of the canvas. */
export function openMenuByKey(): void {
  const element = elementOfKeys();
  if (element === null) return;
  const { x, y, width, height } = element.getBoundingClientRect();
  const isNode = element.matches(NODE);
  openMenuAt(element, { x: x + width / 2, y: isNode ? y + Math.min(height, 40) : y + height / 2 });
}
