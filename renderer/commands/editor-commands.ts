import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { edgeKey } from '../editor/flow-content.ts';
import { indexOf } from '../editor/graph-index.ts';
import { openMenuByKey } from '../stores/canvas-menu.ts';
import { openEdgeMenu, startRename, useCanvasViewStore } from '../stores/canvas-view-store.ts';
import {
  focusNodeName,
  openPalette,
  openQuery,
  openSettings,
  openUpsert,
  startPreview,
  togglePalette,
  useEditorLayoutStore,
} from '../stores/editor-layout-store.ts';
import { addNoteInView } from '../stores/flow/add-node-in-view.ts';
import { pasteFromClipboard } from '../stores/flow/clipboard-access.ts';
import { exportFlow } from '../stores/flow/files-on-demand.ts';
import { saveNow } from '../stores/flow/flow-session.ts';
import { currentGraph, select, useFlowStore } from '../stores/flow/flow-store.ts';
import { hasReplaceable, replaceUnavailable } from '../stores/flow/replace-unknown.ts';
import { hasSelectedNodes, hasSelection, onlySelectedNodeId, onlySelectedNoteId } from '../stores/flow/selection.ts';
import {
  copySelection,
  deleteSelection,
  duplicateSelection,
  hasSwitchableNodes,
  toggleSelection,
} from '../stores/flow/selection-edits.ts';
import { tidyFlow } from '../stores/flow/tidy-flow.ts';
import { redoEdit, undoEdit } from '../stores/flow/undo-edits.ts';
import { chooseTarget, vectorStoresOf } from '../stores/flow/upsert-target.ts';
import { editNote } from '../stores/note-store.ts';
import { closeRightPanel, isRightPanelOpen } from '../stores/right-panel.ts';
import { openVersions } from '../stores/versions-store.ts';
import { writeClipboard } from '../stores/write-clipboard.ts';
import type { Command } from './registry.ts';

function isFlowOpen(): boolean {
  return useFlowStore.getState().chatflowId !== undefined;
}

function isCanvasShown(): boolean {
  return useCanvasViewStore.getState().view !== undefined;
}

function selectedStore(): string | undefined {
  const selected = onlySelectedNodeId();
  return vectorStoresOf(currentGraph()).find(({ id }) => id === selected)?.id;
}

/** A loader can be previewed, and a splitter that feeds one. */
function canPreview(): boolean {
  const id = onlySelectedNodeId();
  const { nodes, edges } = indexOf(currentGraph());
  const kindOf = (nodeId: string) => findNodeDefinition(nodes.get(nodeId)?.data.name ?? '')?.kind;
  if (id === undefined) return false;
  if (kindOf(id) === 'documentloader') return true;
  if (kindOf(id) !== 'textsplitter') return false;
  return [...edges.values()].some(({ source, target }) => source === id && kindOf(target) === 'documentloader');
}

/** Enter on a button, of the canvas too, is the button's. */
function isOnButton(): boolean {
  return document.activeElement instanceof HTMLButtonElement;
}

function openConnectMenu(): void {
  const nodeId = onlySelectedNodeId();
  if (nodeId === undefined) return;
  const element = document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  const box = element?.getBoundingClientRect();
  useCanvasViewStore.setState({ connectMenu: { nodeId, at: { x: box?.right ?? 0, y: box?.top ?? 0 } } });
}

function selectedEdge(): string | undefined {
  const { selectedEdgeKeys, selectedNodeIds } = useFlowStore.getState();
  return selectedEdgeKeys.size === 1 && selectedNodeIds.size === 0 ? [...selectedEdgeKeys][0] : undefined;
}

/** The list opens where the edge is, or in the middle of the canvas when it is out of sight. */
function boxOfEdge(key: string): DOMRect {
  const edge = document.querySelector(`.react-flow__edge[data-id="${CSS.escape(key)}"]`);
  const { x, y, width, height } = (edge ?? document.body).getBoundingClientRect();
  return new DOMRect(x + width / 2, y + height / 2, 0, 0);
}

/** On its card where its name can be read there, else in the inspector. */
function rename(): void {
  const nodeId = onlySelectedNodeId();
  if (nodeId === undefined) return;
  const card = document.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
  if (card?.querySelector('[data-node-label]')) startRename(nodeId);
  else focusNodeName();
}

/** What each command of the page of a flow does. */
export const EDITOR_COMMANDS = {
  upsert: {
    keywords: ['run', 'upload', 'files', 'load', 'start'],
    when: isFlowOpen,
    run: () => {
      // The server runs what it has: bring it up to what is on the screen.
      void saveNow();
      openUpsert();
    },
  },
  'upsert-into': {
    keywords: ['run to here', 'fill', 'upload', 'store'],
    when: () => selectedStore() !== undefined,
    run: () => {
      const store = selectedStore();
      if (store === undefined) return;
      // The server runs what it has: bring it up to what is on the screen.
      void saveNow();
      chooseTarget(store);
      openUpsert();
    },
  },
  'preview-node': {
    keywords: ['chunks', 'look', 'try', 'run to here'],
    when: canPreview,
    run: startPreview,
  },
  query: {
    keywords: ['query', 'search', 'question', 'passages'],
    when: isFlowOpen,
    run: openQuery,
  },
  save: {
    keywords: ['store', 'write'],
    when: isFlowOpen,
    run: () => void saveNow(),
  },
  versions: {
    keywords: ['history', 'restore', 'earlier', 'compare', 'backup'],
    when: isFlowOpen,
    run: openVersions,
  },
  'export-flow': {
    keywords: ['download', 'file', 'json', 'flowise', 'share'],
    when: isFlowOpen,
    run: exportFlow,
  },
  'find-in-flow': {
    keywords: ['search', 'go to', 'node'],
    when: isCanvasShown,
    run: () => useEditorLayoutStore.setState({ isCommandPaletteOpen: true }),
  },
  'find-node': {
    keywords: ['palette', 'search', 'new', 'insert'],
    when: isCanvasShown,
    run: openPalette,
  },
  fit: {
    keywords: ['zoom', 'all', 'overview'],
    when: isCanvasShown,
    run: () => useCanvasViewStore.getState().view?.fit(),
  },
  'zoom-to-100': {
    keywords: ['actual size', 'reset'],
    when: isCanvasShown,
    run: () => useCanvasViewStore.getState().view?.zoomTo100(),
  },
  'zoom-in': {
    keywords: ['larger', 'bigger'],
    when: isCanvasShown,
    run: () => useCanvasViewStore.getState().view?.zoomIn(),
  },
  'zoom-out': {
    keywords: ['smaller'],
    when: isCanvasShown,
    run: () => useCanvasViewStore.getState().view?.zoomOut(),
  },
  'toggle-palette': {
    keywords: ['palette', 'panel', 'sidebar', 'left'],
    when: isCanvasShown,
    run: togglePalette,
  },
  'toggle-inspector': {
    keywords: ['settings', 'form', 'panel', 'sidebar', 'right', 'flow'],
    when: isCanvasShown,
    run: () => (isRightPanelOpen() ? closeRightPanel() : openSettings()),
  },
  'add-note': {
    keywords: ['sticky', 'comment', 'text', 'remark'],
    when: isFlowOpen,
    run: addNoteInView,
  },
  'edit-note': {
    keywords: ['sticky', 'comment', 'write', 'text'],
    when: () => onlySelectedNoteId() !== undefined && !isOnButton(),
    run: () => {
      const id = onlySelectedNoteId();
      if (id !== undefined) editNote(id);
    },
  },
  connect: {
    keywords: ['wire', 'link', 'edge', 'port'],
    when: () => onlySelectedNodeId() !== undefined && isCanvasShown(),
    run: openConnectMenu,
  },
  'insert-on-edge': {
    keywords: ['wire', 'edge', 'add', 'between', 'replace'],
    when: () => selectedEdge() !== undefined && isCanvasShown(),
    run: () => {
      const key = selectedEdge();
      if (key !== undefined) openEdgeMenu(key, boxOfEdge(key));
    },
  },
  'rename-node': {
    keywords: ['label', 'title', 'name'],
    when: () => onlySelectedNodeId() !== undefined,
    run: rename,
  },
  'toggle-disabled': {
    keywords: ['enable', 'off', 'on', 'bypass', 'mute', 'skip'],
    when: hasSwitchableNodes,
    run: () => toggleSelection('disabled'),
  },
  'toggle-collapsed': {
    keywords: ['fold', 'expand', 'minimise', 'small'],
    when: hasSwitchableNodes,
    run: () => toggleSelection('collapsed'),
  },
  'replace-unavailable': {
    keywords: ['unknown', 'missing', 'flowise', 'import', 'convert'],
    when: hasReplaceable,
    run: replaceUnavailable,
  },
  duplicate: {
    keywords: ['copy', 'clone'],
    when: hasSelectedNodes,
    run: duplicateSelection,
  },
  'delete-selection': {
    keywords: ['remove', 'clear'],
    when: hasSelection,
    run: deleteSelection,
  },
  undo: {
    keywords: ['back', 'revert'],
    when: () => isFlowOpen() && useFlowStore.getState().history.past.length > 0,
    run: undoEdit,
  },
  redo: {
    keywords: ['again', 'forward'],
    when: () => isFlowOpen() && useFlowStore.getState().history.future.length > 0,
    run: redoEdit,
  },
  copy: {
    keywords: ['clipboard'],
    when: hasSelectedNodes,
    run: () => writeClipboard(copySelection()),
  },
  cut: {
    keywords: ['clipboard', 'move'],
    when: hasSelectedNodes,
    run: () => {
      writeClipboard(copySelection());
      deleteSelection('cut');
    },
  },
  paste: {
    keywords: ['clipboard', 'insert', 'import'],
    when: isFlowOpen,
    run: () => void pasteFromClipboard(),
  },
  'select-all': {
    keywords: ['everything'],
    when: isFlowOpen,
    run: () => {
      const { nodes, edges } = currentGraph();
      select(
        nodes.map((node) => node.id),
        edges.map((edge) => edgeKey(edge)),
      );
    },
  },
  'clear-selection': {
    keywords: ['deselect', 'unselect'],
    when: hasSelection,
    run: () => select([]),
  },
  tidy: {
    keywords: ['arrange', 'align', 'auto layout', 'clean up', 'order'],
    when: () => isCanvasShown() && currentGraph().nodes.length > 1,
    run: () => void tidyFlow(),
  },
  'open-menu': {
    keywords: ['context menu', 'right click'],
    when: isCanvasShown,
    run: openMenuByKey,
  },
} satisfies Readonly<Record<string, Command>>;
