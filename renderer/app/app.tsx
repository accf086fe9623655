import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '../api/query-client.ts';
import { runCommand } from '../commands/registry.ts';
import { FlowsPage } from '../features/chatflows/flows-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { hrefOf, navigate, type Route, useRoute } from '../stores/router.ts';
import { Button } from '../ui/controls/button.tsx';
import { TooltipProvider } from '../ui/controls/tooltip.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Toaster } from '../ui/feedback/toast.tsx';
import { AccessGate } from './access-gate.tsx';
import { CommandPalette } from './command-palette.tsx';
import { EditorPage } from './editor-page.tsx';
import { NoticeBar } from './notice-bar.tsx';
import { Rail } from './rail.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useCutOffRuns } from './use-cut-off-runs.ts';
import { useDesktop } from './use-desktop.ts';
import { useFirstStart } from './use-first-start.ts';
import { useKeymap } from './use-keymap.ts';
import { useSafeChanges } from './use-safe-changes.ts';

const PAGE_TITLES = { flows: 'Flows', editor: 'Flow', settings: 'Settings', unknown: 'Not found' } as const;

function Page({ route }: { readonly route: Route }) {
  if (route.page === 'editor') return <EditorPage key={route.chatflowId} chatflowId={route.chatflowId} />;
  if (route.page === 'settings') return <SettingsPage />;
  if (route.page === 'flows') {
    const open = (chatflowId: string) => navigate({ page: 'editor', chatflowId });
    return (
      <FlowsPage
        hrefOfFlow={(chatflowId) => hrefOf({ page: 'editor', chatflowId })}
        onOpen={open}
        onImport={() => runCommand('import-flow')}
      />
    );
  }
  return (
    <main>
      <EmptyState
        title="There is no such page"
        action={<Button onClick={() => navigate({ page: 'flows' })}>Go to the flows</Button>}
      >
        The address ends in “{route.path}”, which leads nowhere.
      </EmptyState>
    </main>
  );
}

function Shell() {
  const route = useRoute();
  useKeymap();
  useDesktop();
  useFirstStart();
  useCutOffRuns(route);
  useSafeChanges();
  const openName = useFlowStore((state) => (state.chatflowId === undefined ? undefined : state.name));
  const title = route.page === 'editor' && openName !== undefined ? openName : PAGE_TITLES[route.page];
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    <>
      <div className="flex h-full flex-col">
        <NoticeBar />
        <div className="flex min-h-0 flex-1">
          <Rail page={route.page} />
          <div className="min-w-0 flex-1">
            <Page route={route} />
          </div>
        </div>
      </div>
      <CommandPalette />
      <ShortcutSheet />
      <AccessGate />
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
