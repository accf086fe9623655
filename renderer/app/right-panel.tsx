import { AskPanel } from '../features/ask/ask-panel.tsx';
import { Inspector } from '../features/inspector/inspector.tsx';
import {
  closeRightPanel,
  INSPECTOR_WIDTH,
  openAsk,
  openSettings,
  useEditorLayoutStore,
} from '../stores/editor-layout-store.ts';
import { ResizeHandle } from '../ui/controls/resize-handle.tsx';
import { TabbedPanel } from '../ui/tabbed-panel.tsx';

/** The right side of the editor: the settings of what is selected, and the questions to the flow's store. */
export function RightPanel({ chatflowId }: { readonly chatflowId: string }) {
  const isInspectorOpen = useEditorLayoutStore((state) => state.isInspectorOpen);
  const isAskOpen = useEditorLayoutStore((state) => state.isAskOpen);
  const width = useEditorLayoutStore((state) => state.inspectorWidth);
  if (!isInspectorOpen && !isAskOpen) return null;
  return (
    <>
      <ResizeHandle
        label="Width of the right panel"
        side="left"
        width={width}
        limits={INSPECTOR_WIDTH}
        onResize={(inspectorWidth) => useEditorLayoutStore.setState({ inspectorWidth })}
      />
      <div className="shrink-0" style={{ width }}>
        <TabbedPanel
          label="Right panel"
          selected={isAskOpen ? 'ask' : 'settings'}
          tabs={[
            {
              id: 'settings',
              label: 'Settings',
              onSelect: openSettings,
              content: (
                <div data-flow-form="">
                  <Inspector />
                </div>
              ),
            },
            { id: 'ask', label: 'Ask', onSelect: openAsk, content: <AskPanel chatflowId={chatflowId} /> },
          ]}
          onClose={closeRightPanel}
          closeLabel="Close the right panel"
        />
      </div>
    </>
  );
}
