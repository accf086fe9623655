import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import { t } from '../../../shared/texts/t.ts';
import type { FlowContent, Point } from '../../editor/flow-content.ts';
import { moveNodes } from '../../editor/flow-edits.ts';
import type { Size } from '../../editor/free-place.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { useCanvasViewStore } from '../canvas-view-store.ts';
import { currentContent, editFlow, useFlowStore } from './flow-store.ts';

type Places = ReadonlyMap<string, Point>;

/** What a layout is made from: values of the nodes, such as whole files, stay here. */
function outlineOf({ graph, layout }: FlowContent): FlowContent {
  const nodes = graph.nodes.map((node): GraphNode => ({ ...node, data: { ...node.data, inputs: {} } }));
  return { graph: { nodes, edges: graph.edges }, layout, apiConfig: null };
}

/** Lays out in a thread of its own, which starts at the first use. */
function layOut(chosen: ReadonlySet<string>, sizes: ReadonlyMap<string, Size>): Promise<Places> {
  const worker = new Worker(new URL('./tidy-worker.ts', import.meta.url), { type: 'module' });
  const places = new Promise<Places>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Places>) => resolve(data);
    worker.onerror = reject;
  });
  worker.postMessage([outlineOf(currentContent()), chosen, sizes]);
  return places.finally(() => worker.terminate());
}

/** Lays the open flow out from left to right, or only the selected nodes when there are several, as one step; then all of it is seen. */
export async function tidyFlow(): Promise<void> {
  const { view } = useCanvasViewStore.getState();
  const { chatflowId, selectedNodeIds } = useFlowStore.getState();
  if (view === undefined) return;
  let places: Places;
  try {
    places = await layOut(selectedNodeIds, view.sizes());
  } catch {
    showErrorToast(t('The layout could not be made. Reload the page, then try again.'));
    return;
  }
  // Another flow may have been opened meanwhile.
  if (useFlowStore.getState().chatflowId !== chatflowId) return;
  editFlow((content) => moveNodes(content, places), { name: 'tidy' });
  // The cards are drawn at their new places first.
  requestAnimationFrame(() => useCanvasViewStore.getState().view?.fit());
}
