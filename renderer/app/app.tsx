import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useAccessStore } from '../api/access.ts';
import { useNotices } from '../api/notices.ts';
import { queryClient } from '../api/query-client.ts';
import { useApiPanelStore } from '../stores/api-panel-store.ts';
import { useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { hrefOf, useRoute } from '../stores/router.ts';
import { TooltipProvider } from '../ui/controls/tooltip.tsx';
import { PageSkeleton } from '../ui/feedback/page-skeleton.tsx';
import { Toaster } from '../ui/feedback/toast.tsx';
import { CommandPalette } from './command-palette.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageOf, titleOf } from './pages.tsx';
import { Rail } from './rail.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useCutOffRuns } from './use-cut-off-runs.ts';
import { useFirstStart } from './use-first-start.ts';
import { useKeymap } from './use-keymap.ts';
import { useSafeChanges } from './use-safe-changes.ts';

const ApiPanel = lazy(async () => ({ default: (await import('../features/api-panel/api-panel.tsx')).ApiPanel }));

const DesktopWork = lazy(async () => ({ default: (await import('./desktop-work.tsx')).DesktopWork }));
const NoticeBar = lazy(async () => ({ default: (await import('./notice-bar.tsx')).NoticeBar }));
const AccessGate = lazy(async () => ({ default: (await import('./access-gate.tsx')).AccessGate }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

/** Loaded when it is first opened. */
function ApiPanelPlace() {
  const isOpen = useApiPanelStore(({ target }) => target !== undefined);
  return <Suspense>{isOpen ? <ApiPanel /> : null}</Suspense>;
}

/** Loaded where the server has something to say. */
function NoticePlace() {
  const notices = useNotices();
  return <Suspense>{notices.length === 0 ? null : <NoticeBar notices={notices} />}</Suspense>;
}

/** Loaded where the server asks who it is. */
function AccessPlace() {
  const isAsked = useAccessStore(({ needsLink, questions }) => needsLink || questions.length > 0);
  return <Suspense>{isAsked ? <AccessGate /> : null}</Suspense>;
}

/** From the first time that it is so; a dialog stays, to give the focus back when it closes. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}

/** Loaded when it is first opened. */
function ShortcutSheetPlace() {
  const isWanted = useOnceTrue(useEditorLayoutStore((state) => state.isShortcutSheetOpen));
  return <Suspense>{isWanted ? <ShortcutSheet /> : null}</Suspense>;
}

function Shell() {
  const route = useRoute();
  useKeymap();
  useArrivals();
  useFirstStart();
  useCutOffRuns(route);
  useSafeChanges();
  const openName = useFlowStore((state) => (state.chatflowId === undefined ? undefined : state.name));
  const title = route.page === 'editor' && openName !== undefined ? openName : titleOf(route);
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    <>
      <div className="flex h-full flex-col">
        <NoticePlace />
        <div className="flex min-h-0 flex-1">
          <Rail route={route} />
          <div className="min-w-0 flex-1">
            <PageBoundary place={route.page === 'unknown' ? route.path : hrefOf(route)}>
              <Suspense fallback={<PageSkeleton title={titleOf(route)} />}>
                <PageOf route={route} />
              </Suspense>
            </PageBoundary>
          </div>
        </div>
      </div>
      <ApiPanelPlace />
      <CommandPalette />
      <ShortcutSheetPlace />
      <AccessPlace />
      <Suspense>{window.tributary === undefined ? null : <DesktopWork />}</Suspense>
      <Toaster />
    </>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Shell />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
