import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { pageRow, RAIL_PAGES } from '../../shared/pages.ts';
import { t } from '../../shared/texts/t.ts';
import { useAccessStore } from '../api/access.ts';
import { readChatflow, useFlowNames } from '../api/chatflows.ts';
import { messageOf } from '../api/client.ts';
import { useNotices } from '../api/notices.ts';
import { useOwnerKind } from '../api/overview.ts';
import { queryClient } from '../api/query-client.ts';
import { useRunsAtStart } from '../api/runs.ts';
import { findCutOff, isPutAside, putAside } from '../features/runs/cut-off-runs.ts';
import type { Arrival } from '../forms/page-files.ts';
import { useWindowDrop } from '../forms/use-window-drop.ts';
import { useApiPanelStore } from '../stores/api-panel-store.ts';
import { beginPanelsOf, openUpsert, useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { leaveFlows, retrySaves } from '../stores/flow/flush-flow.ts';
import { hrefOf, navigate, type Route, useRoute } from '../stores/router.ts';
import { startDrafts } from '../stores/saving/drafts.ts';
import { classNames } from '../ui/class-names.ts';
import { Tooltip, TooltipProvider } from '../ui/controls/tooltip.tsx';
import { PageSkeleton } from '../ui/feedback/page-skeleton.tsx';
import { dropToast, showErrorToast, showOffer, Toaster } from '../ui/feedback/toast.tsx';
import { CommandPalette } from './command-palette.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageOf, titleOf, VIEWS } from './pages.tsx';
import { useKeymap } from './use-keymap.ts';

interface RailLinkProps {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isCurrent: boolean;
}

function RailLink({ href, label, icon, isCurrent }: RailLinkProps) {
  return (
    <Tooltip label={label} side="right">
      <a
        href={href}
        aria-label={label}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex size-10 items-center justify-center rounded-control transition-colors duration-80 [&_svg]:size-5',
          isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        {icon}
      </a>
    </Tooltip>
  );
}

/** What is in a flow or a store, its map and its tester belong to the place of the owner. */
const PAGE_OF_OWNER = { chatflow: 'flows', documentStore: 'stores' } as const;

/** The strip at the left edge of the window that leads to its pages. */
function Rail({ route: current }: { readonly route: Route }) {
  const kind = useOwnerKind('ownerId' in current ? current.ownerId : undefined);
  const page = kind === undefined ? current.page : PAGE_OF_OWNER[kind];
  const place = page === 'unknown' ? undefined : (pageRow(page).under ?? page);
  return (
    <nav
      aria-label={t('Main')}
      className="flex w-(--rail-width) shrink-0 flex-col items-center gap-1 border-r border-border bg-surface py-2 [&>:last-child]:mt-auto"
    >
      {/* The mark, from the same file as the icon of the page. */}
      <img src="./icon.svg" alt="" width={28} height={28} className="my-1.5 mb-3 shrink-0" />
      {RAIL_PAGES.map((name) => (
        <RailLink
          key={name}
          href={hrefOf({ page: name })}
          label={pageRow(name).rail ?? pageRow(name).title}
          icon={VIEWS[name].icon}
          isCurrent={name === place}
        />
      ))}
    </nav>
  );
}

/** Sees to it that changes outlive the page, and are saved as soon as the server is there again. */
function useSafeChanges(): void {
  useEffect(() => {
    startDrafts().catch((error: unknown) => console.warn('No drafts can be kept in this browser.', error));
    window.addEventListener('pagehide', leaveFlows);
    window.addEventListener('online', retrySaves);
    window.addEventListener('focus', retrySaves);
    const stopStatus = window.tributary?.onServerStatus(({ state }) => {
      if (state === 'restarted') retrySaves();
    });
    return () => {
      window.removeEventListener('pagehide', leaveFlows);
      window.removeEventListener('online', retrySaves);
      window.removeEventListener('focus', retrySaves);
      stopStatus?.();
    };
  }, []);
}

const STORAGE_KEY = 'tributary.visited';

// An address that names a page was meant.
const isAddressed = (): boolean => window.location.hash !== '';

async function openUntouched(id: string): Promise<void> {
  const { createdDate, updatedDate } = await readChatflow(id);
  if (createdDate === updatedDate && !isAddressed())
    window.location.replace(hrefOf({ page: 'editor', chatflowId: id }));
}

/** On the first visit to a new data folder the one ready flow is opened: what a newcomer came to see is the canvas, not a list of one. */
function useFirstStart(): void {
  const { data: flows } = useFlowNames();
  useEffect(() => {
    if (flows === undefined || localStorage.getItem(STORAGE_KEY) !== null) return;
    localStorage.setItem(STORAGE_KEY, new Date().toISOString());
    const [only, second] = flows;
    if (only === undefined || second !== undefined || isAddressed()) return;
    openUntouched(only.id).catch((error: unknown) => showErrorToast(messageOf(error)));
  }, [flows]);
}

/** Goes on with the run, on the page of its flow. */
async function goOn(chatflowId: string, runId: string): Promise<void> {
  navigate({ page: 'editor', chatflowId });
  beginPanelsOf(chatflowId);
  openUpsert();
  const { goOnWith } = await import('../features/runs/upsert-session.ts');
  await goOnWith(chatflowId, runId, async () => undefined);
}

/** Offers at the start to go on with upserts that the end of the server cut off. The page of a flow shows its own by itself. */
function useCutOffRuns(route: Route): void {
  const { data: chatflows } = useFlowNames();
  const runs = useRunsAtStart();
  const openFlow = route.page === 'editor' ? route.chatflowId : undefined;
  useEffect(() => {
    for (const { id, chatflowId } of findCutOff(runs, new Date())) {
      const name = chatflows?.find((chatflow) => chatflow.id === chatflowId)?.name;
      if (chatflowId === openFlow) dropToast(id);
      if (name === undefined || chatflowId === openFlow || isPutAside(id)) continue;
      showOffer(id, t('Tributary stopped during an upsert into “{name}”.', { name }), {
        accept: {
          label: t('Go on'),
          onClick() {
            putAside(id);
            goOn(chatflowId, id).catch((error: unknown) => showErrorToast(messageOf(error)));
          },
        },
        decline: { label: t('Not now'), onClick: () => putAside(id) },
      });
    }
  }, [runs, chatflows, openFlow]);
}

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function beginWith(arrival: Arrival): void {
  import('./take-arrivals.ts').then((arrivals) => arrivals.beginWith(arrival)).catch(showFailure);
}

async function takeOpened(): Promise<void> {
  const items = (await window.tributary?.takeOpened()) ?? [];
  if (items.length === 0) return;
  const arrivals = await import('./take-arrivals.ts');
  await arrivals.takeOpened(items);
}

/** Takes what is dropped on the window, and in the app what is opened with it, before it was shown too. */
function useArrivals(): void {
  useWindowDrop(beginWith);
  useEffect(() => {
    const take = () => void takeOpened().catch(showFailure);
    take();
    return window.tributary?.onOpened(take);
  }, []);
}

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
