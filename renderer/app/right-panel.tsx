import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react';
import { t } from '../../shared/texts/t.ts';
import { Inspector } from '../features/inspector/inspector.tsx';
import { AskFlow } from '../features/query/ask-flow.tsx';
import {
  closeQuery,
  INSPECTOR_WIDTH,
  openQuery,
  openSettings,
  useEditorLayoutStore,
} from '../stores/editor-layout-store.ts';
import { revealNode } from '../stores/flow/add-node-in-view.ts';
import { closeRightPanel } from '../stores/right-panel.ts';
import { classNames } from '../ui/class-names.ts';
import { ResizeHandle } from '../ui/controls/resize-handle.tsx';
import { TabbedPanel } from '../ui/tabbed-panel.tsx';
import { useSettledNode } from './use-settled-node.ts';

const SyncPanel = lazy(async () => ({ default: (await import('../features/sync/sync-panel.tsx')).SyncPanel }));

interface SheetsProps {
  readonly chatflowId: string;
  readonly nodeId: string | undefined;
}

const Sheets = memo(function Sheets({ chatflowId, nodeId }: SheetsProps) {
  const isQueryOpen = useEditorLayoutStore((state) => state.isQueryOpen);
  // The panel opens over what it is about where the node stands at the right.
  useEffect(() => {
    if (nodeId !== undefined) revealNode(nodeId);
  }, [nodeId]);
  return (
    <TabbedPanel
      label={t('Right panel')}
      selected={isQueryOpen ? 'query' : 'settings'}
      tabs={[
        {
          id: 'settings',
          label: t('Settings'),
          onSelect: nodeId === undefined ? openSettings : closeQuery,
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
        { id: 'query', label: t('Ask'), onSelect: openQuery, content: <AskFlow chatflowId={chatflowId} /> },
      ]}
      onClose={closeRightPanel}
      closeLabel={t('Close the right panel')}
    />
  );
});

/** The right side of the editor, while there is something to show: the settings of the selected node or of the flow, and the questions to its store. */
export function RightPanel({ chatflowId }: { readonly chatflowId: string }) {
  // The canvas is drawn first: the panel takes as long, and changes the room that the canvas has.
  const nodeId = useDeferredValue(useSettledNode());
  const isAskedFor = useEditorLayoutStore((state) => state.isInspectorOpen || state.isQueryOpen);
  const isWide = useEditorLayoutStore((state) => state.isWide);
  const width = useEditorLayoutStore((state) => state.inspectorWidth);
  if (!isAskedFor && nodeId === undefined) return null;
  return (
    <div
      className={classNames('flex shrink-0', !isWide && 'absolute inset-y-0 right-0 z-20 max-w-full shadow-float')}
      data-covers-canvas={isWide ? undefined : ''}
    >
      <ResizeHandle
        label={t('Width of the right panel')}
        side="left"
        size={width}
        limits={INSPECTOR_WIDTH}
        onResize={(inspectorWidth) => useEditorLayoutStore.setState({ inspectorWidth })}
      />
      <div className="min-w-0" style={{ width }}>
        <Sheets chatflowId={chatflowId} nodeId={nodeId} />
      </div>
    </div>
  );
}
