import { lazy, Suspense } from 'react';
import { t } from '../../shared/texts/t.ts';
import { INSPECTOR_WIDTH, useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { useVersionsStore } from '../stores/versions-store.ts';
import { classNames } from '../ui/class-names.ts';
import { ResizeHandle } from '../ui/controls/resize-handle.tsx';
import { RightPanel } from './right-panel.tsx';

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
