import { moveNodes } from '../../editor/flow-edits.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { useCanvasViewStore } from '../canvas-view-store.ts';
import { currentContent, editFlow, useFlowStore } from './flow-store.ts';

/** What lays out comes when it is asked for first; undefined when the server cannot be reached. */
async function loadLayout() {
  try {
    return await import('../../editor/tidy-layout.ts');
  } catch {
    showErrorToast('The layout could not be loaded. Check the connection to the server, then try again.');
    return undefined;
  }
}

/** Lays the open flow out from left to right, or only the selected nodes when there are several, as one step; then all of it is seen. */
export async function tidyFlow(): Promise<void> {
  const loaded = await loadLayout();
  const { view } = useCanvasViewStore.getState();
  if (loaded === undefined || view === undefined) return;
  const { selectedNodeIds } = useFlowStore.getState();
  const places = loaded.tidyPlaces(currentContent(), selectedNodeIds, view.sizes());
  editFlow((content) => moveNodes(content, places), { name: 'tidy' });
  // The cards are drawn at their new places first.
  requestAnimationFrame(() => view.fit());
}
