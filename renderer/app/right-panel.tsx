import { lazy, Suspense } from 'react';
import { Inspector } from '../features/inspector/inspector.tsx';
import { QueryPanel } from '../features/query/query-panel.tsx';
import {
  closeRightPanel,
  INSPECTOR_WIDTH,
  openQuery,
  openSettings,
  useEditorLayoutStore,
} from '../stores/editor-layout-store.ts';
import { ResizeHandle } from '../ui/controls/resize-handle.tsx';
import { TabbedPanel } from '../ui/tabbed-panel.tsx';

const SyncPanel = lazy(async () => ({ default: (await import('../features/sync/sync-panel.tsx')).SyncPanel }));

/** The right side of the editor: the settings of what is selected, and the questions to the flow's store. */
export function RightPanel({ chatflowId }: { readonly chatflowId: string }) {
  const isInspectorOpen = useEditorLayoutStore((state) => state.isInspectorOpen);
  const isQueryOpen = useEditorLayoutStore((state) => state.isQueryOpen);
  const width = useEditorLayoutStore((state) => state.inspectorWidth);
  if (!isInspectorOpen && !isQueryOpen) return null;
  return (
    <>
      <ResizeHandle
        label="Width of the right panel"
        side="left"
        size={width}
        limits={INSPECTOR_WIDTH}
        onResize={(inspectorWidth) => useEditorLayoutStore.setState({ inspectorWidth })}
      />
      <div className="shrink-0" style={{ width }}>
        <TabbedPanel
          label="Right panel"
          selected={isQueryOpen ? 'query' : 'settings'}
          tabs={[
            {
              id: 'settings',
              label: 'Settings',
              onSelect: openSettings,
              content: (
                <div data-flow-form="">
                  <Inspector>
                    <Suspense>
                      <SyncPanel ownerId={chatflowId} />
                    </Suspense>
                  </Inspector>
                </div>
              ),
            },
            { id: 'query', label: 'Ask', onSelect: openQuery, content: <QueryPanel chatflowId={chatflowId} /> },
          ]}
          onClose={closeRightPanel}
          closeLabel="Close the right panel"
        />
      </div>
    </>
  );
}
