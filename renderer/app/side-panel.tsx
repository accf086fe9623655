import { lazy, memo, Suspense, useDeferredValue, useEffect, useState } from 'react';
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
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { onlySelectedNodeId } from '../stores/flow/selection.ts';
import { closeRightPanel } from '../stores/right-panel.ts';
import { useVersionsStore } from '../stores/versions-store.ts';
import { classNames } from '../ui/class-names.ts';
import { ResizeHandle } from '../ui/controls/resize-handle.tsx';
import { TabbedPanel } from '../ui/tabbed-panel.tsx';

/** The events after which no button is held any more. (A drag from the palette ends without `pointerup`.) */
const RELEASES = ['pointerup', 'pointercancel', 'dragend'] as const;

/** The one selected node, known when the pointer's button is released: a panel that opens in the middle of a drag would move the canvas under it. */
function useSettledNode(): string | undefined {
  const [nodeId, setNodeId] = useState(onlySelectedNodeId);
  useEffect(() => {
    let isHeld = false;
    const settle = () => {
      if (!isHeld) setNodeId(onlySelectedNodeId());
    };
    const onPress = () => {
      isHeld = true;
    };
    const onRelease = () => {
      isHeld = false;
      settle();
    };
    const unsubscribe = useFlowStore.subscribe(settle);
    window.addEventListener('pointerdown', onPress, true);
    for (const release of RELEASES) window.addEventListener(release, onRelease, true);
    settle();
    return () => {
      unsubscribe();
      window.removeEventListener('pointerdown', onPress, true);
      for (const release of RELEASES) window.removeEventListener(release, onRelease, true);
    };
  }, []);
  return nodeId;
}

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
function RightPanel({ chatflowId }: { readonly chatflowId: string }) {
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

const VersionsPanel = lazy(async () => ({
  default: (await import('../features/versions/versions-panel.tsx')).VersionsPanel,
}));

function VersionsPlace({ chatflowId }: { readonly chatflowId: string }) {
  const isWide = useEditorLayoutStore((state) => state.isWide);
  const width = useEditorLayoutStore((state) => state.inspectorWidth);
  return (
    <div
      className={classNames('flex shrink-0', !isWide && 'absolute inset-y-0 right-0 z-20 max-w-full shadow-float')}
      data-covers-canvas={isWide ? undefined : ''}
    >
      <ResizeHandle
        label={t('Width of the versions')}
        side="left"
        size={width}
        limits={INSPECTOR_WIDTH}
        onResize={(inspectorWidth) => useEditorLayoutStore.setState({ inspectorWidth })}
      />
      <div className="min-w-0" style={{ width }}>
        <Suspense>
          <VersionsPanel chatflowId={chatflowId} />
        </Suspense>
      </div>
    </div>
  );
}

/** What stands at the right of the canvas: the versions of the flow while they are looked at, else what there is to set and to ask. */
export function SidePanel({ chatflowId }: { readonly chatflowId: string }) {
  const areVersionsOpen = useVersionsStore((state) => state.chatflowId === chatflowId);
  return areVersionsOpen ? <VersionsPlace chatflowId={chatflowId} /> : <RightPanel chatflowId={chatflowId} />;
}
