import { Braces, History, KeyRound, Library, MessageCircleQuestion, Settings, Workflow } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { type GoToPage, type PageName, pageRow, type RailPage, type RouteOf } from '../../shared/pages.ts';
import { t } from '../../shared/texts/t.ts';
import { useOwnerKind } from '../api/overview.ts';
import { runCommand } from '../commands/registry.ts';
import { ModelOffer } from '../features/models/model-offer.tsx';
import { hrefOf, type KnownRoute, navigate, type Route, replaceRoute } from '../stores/router.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Page } from '../ui/page.tsx';

// Each page is loaded when it is first opened.
const ApiPage = lazy(async () => ({ default: (await import('../features/api-panel/reference/api-page.tsx')).ApiPage }));
const AllConversations = lazy(async () => ({
  default: (await import('../features/query/ask-owner.tsx')).AllConversations,
}));
const AnswerButton = lazy(async () => ({ default: (await import('../features/query/ask-owner.tsx')).AnswerButton }));
const AskOwner = lazy(async () => ({ default: (await import('../features/query/ask-owner.tsx')).AskOwner }));
const AskStore = lazy(async () => ({ default: (await import('../features/query/ask-store.tsx')).AskStore }));
const AskPage = lazy(async () => ({ default: (await import('../features/find/ask-page.tsx')).AskPage }));
const BinPage = lazy(async () => ({ default: (await import('../features/bin/bin-page.tsx')).BinPage }));
const ContentsPage = lazy(async () => ({
  default: (await import('../features/contents/contents-page.tsx')).ContentsPage,
}));
const EditorPage = lazy(async () => ({ default: (await import('./editor-page.tsx')).EditorPage }));
const FlowsPage = lazy(async () => ({ default: (await import('../features/chatflows/flows-page.tsx')).FlowsPage }));
const MoveFlow = lazy(async () => ({ default: (await import('../features/chatflows/move-flow.tsx')).MoveFlow }));
const NewFlow = lazy(async () => ({ default: (await import('../features/chatflows/new-flow.tsx')).NewFlow }));
const ResourcesPage = lazy(async () => ({
  default: (await import('../features/resources/resources-page.tsx')).ResourcesPage,
}));
const RunsPage = lazy(async () => ({ default: (await import('../features/run-pages/runs-page.tsx')).RunsPage }));
const RunPage = lazy(async () => ({ default: (await import('../features/run-pages/run-page.tsx')).RunPage }));
const MapPage = lazy(async () => ({ default: (await import('../features/map/map-page.tsx')).MapPage }));
const OriginalPage = lazy(async () => ({
  default: (await import('../features/contents/original/original-page.tsx')).OriginalPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/settings-page.tsx')).SettingsPage,
}));
const StoresPage = lazy(async () => ({
  default: (await import('../features/document-stores/stores-page.tsx')).StoresPage,
}));
const StorePage = lazy(async () => ({
  default: (await import('../features/document-stores/store-page.tsx')).StorePage,
}));

const TesterPage = lazy(async () => ({ default: (await import('../features/tester/tester-page.tsx')).TesterPage }));
const SyncPanel = lazy(async () => ({ default: (await import('../features/sync/sync-panel.tsx')).SyncPanel }));

/** The title of a page in the title of the window. */
export function titleOf(route: Route): string {
  return route.page === 'unknown' ? t('Not found') : pageRow(route.page).title;
}

function NoSuchPage({ route }: { readonly route: Route }) {
  return (
    <Page title={titleOf(route)}>
      <EmptyState
        title={t('There is no such page')}
        action={<Button onClick={() => navigate({ page: 'flows' })}>{t('Go to the flows')}</Button>}
      >
        {t('The address ends in “{hash}”, which leads nowhere.', { hash: window.location.hash.slice(1) })}
      </EmptyState>
    </Page>
  );
}

interface ContentsOfProps {
  readonly ownerId: string;
  readonly search: Readonly<Record<string, string>> | undefined;
}

/** The contents of a flow or store; the vector store and the source that are shown stand in the address. */
function ContentsOf({ ownerId, search }: ContentsOfProps) {
  const { node: nodeId, source, chunk } = search ?? {};
  const onNode = (node: string) => navigate({ page: 'contents', ownerId, search: { node } });
  const onSource = (name: string | undefined) => {
    const node = nodeId === undefined ? {} : { node: nodeId };
    replaceRoute({ page: 'contents', ownerId, search: name === undefined ? node : { ...node, source: name } });
  };
  const of = { ownerId, nodeId, onNode };
  return <ContentsPage {...of} sourceName={source} chunkId={chunk} onSource={onSource} />;
}

function MapOf({ ownerId, search }: ContentsOfProps) {
  const onNode = (node: string) => navigate({ page: 'map', ownerId, search: { node } });
  return <MapPage ownerId={ownerId} nodeId={search?.node} onNode={onNode} />;
}

function OriginalOf({ ownerId, search = {} }: ContentsOfProps) {
  const isStore = useOwnerKind(ownerId) === 'documentStore';
  const back = isStore
    ? { label: t('Back to the document store'), href: hrefOf({ page: 'store', storeId: ownerId }) }
    : { label: t('Back to the flow'), href: hrefOf({ page: 'editor', chatflowId: ownerId }) };
  return <OriginalPage ownerId={ownerId} source={search.source ?? ''} docId={search.docId} back={back} />;
}

function AskOf({ search = {} }: { readonly search: Readonly<Record<string, string>> | undefined }) {
  const { q: question = '', with: ownerId } = search;
  const converseWith = (owner: string | undefined) => {
    const asked = question === '' ? {} : { q: question };
    navigate({ page: 'ask', search: owner === undefined ? asked : { ...asked, with: owner } });
  };
  return (
    <AskPage
      key={question}
      question={question}
      hrefOf={({ kind, ownerId: id }) =>
        hrefOf(kind === 'chatflow' ? { page: 'editor', chatflowId: id } : { page: 'store', storeId: id })
      }
      onAsk={(asked) => navigate({ page: 'ask', search: { q: asked } })}
      answerButtonOf={({ id, kind }) => (
        <Suspense>
          <AnswerButton
            id={id}
            kind={kind === 'chatflow' ? 'flow' : 'store'}
            question={question}
            onAsked={() => converseWith(id)}
          />
        </Suspense>
      )}
      conversations={
        <Suspense>
          <AllConversations onOpened={converseWith} />
        </Suspense>
      }
      conversation={
        ownerId === undefined ? undefined : (
          <Suspense>
            <AskOwner key={ownerId} ownerId={ownerId} onClose={() => converseWith(undefined)} />
          </Suspense>
        )
      }
    />
  );
}

function StoreOf({ storeId, tab }: { readonly storeId: string; readonly tab: string | undefined }) {
  return (
    <StorePage
      storeId={storeId}
      tab={tab}
      ask={
        <Suspense>
          <AskStore key={storeId} storeId={storeId} />
        </Suspense>
      }
      sync={
        <Suspense>
          <SyncPanel ownerId={storeId} heading="h2" />
        </Suspense>
      }
    />
  );
}

/** The list of flows, or the questions before a flow is made or moved. */
function FlowsPlace({ search = {} }: { readonly search: Readonly<Record<string, string>> | undefined }) {
  const flowsHref = hrefOf({ page: 'flows' });
  const openFlow = (chatflowId: string) => navigate({ page: 'editor', chatflowId });
  if (search.move !== undefined) {
    const watch = (runId: string) => navigate({ page: 'run', runId });
    return <MoveFlow chatflowId={search.move} backHref={flowsHref} onStarted={watch} />;
  }
  if (search.new !== undefined) return <NewFlow backHref={flowsHref} onOpen={openFlow} />;
  return (
    <FlowsPage
      hrefOfFlow={(chatflowId) => hrefOf({ page: 'editor', chatflowId })}
      onNew={() => runCommand('new-flow')}
      binHref={hrefOf({ page: 'bin' })}
      onImport={() => runCommand('import-flow')}
      offer={<ModelOffer />}
    />
  );
}

interface View {
  /** Of a page on the rail, or in the list of commands. */
  readonly icon?: ReactNode;
  /** Takes the route of its own page. */
  show(route: KnownRoute): ReactNode;
}

type Views = {
  readonly [Name in PageName]: { show(route: RouteOf<Name>): ReactNode } & (Name extends RailPage | GoToPage
    ? { readonly icon: ReactNode }
    : unknown);
};

/** What the pages of `shared/pages.ts` show. */
export const VIEWS = {
  ask: {
    icon: <MessageCircleQuestion aria-hidden="true" />,
    show: ({ search }: RouteOf<'ask'>) => <AskOf search={search} />,
  },
  flows: {
    icon: <Workflow aria-hidden="true" />,
    show: ({ search }: RouteOf<'flows'>) => <FlowsPlace search={search} />,
  },
  editor: { show: ({ chatflowId }: RouteOf<'editor'>) => <EditorPage key={chatflowId} chatflowId={chatflowId} /> },
  bin: { show: () => <BinPage backHref={hrefOf({ page: 'flows' })} /> },
  stores: { icon: <Library aria-hidden="true" />, show: () => <StoresPage /> },
  store: { show: ({ storeId, search }: RouteOf<'store'>) => <StoreOf storeId={storeId} tab={search?.tab} /> },
  runs: { icon: <History aria-hidden="true" />, show: () => <RunsPage /> },
  run: { show: ({ runId }: RouteOf<'run'>) => <RunPage key={runId} runId={runId} /> },
  resources: {
    icon: <KeyRound aria-hidden="true" />,
    show: ({ tab, search }: RouteOf<'resources'>) => <ResourcesPage tab={tab} search={search} />,
  },
  settings: {
    icon: <Settings aria-hidden="true" />,
    show: ({ section }: RouteOf<'settings'>) => <SettingsPage section={section} />,
  },
  'http-api': {
    icon: <Braces aria-hidden="true" />,
    show: ({ operationId }: RouteOf<'http-api'>) => <ApiPage operationId={operationId} />,
  },
  contents: {
    show: ({ ownerId, search }: RouteOf<'contents'>) => <ContentsOf key={ownerId} ownerId={ownerId} search={search} />,
  },
  map: {
    show: ({ ownerId, search }: RouteOf<'map'>) => (
      <MapOf key={`${ownerId} ${search?.node ?? ''}`} ownerId={ownerId} search={search} />
    ),
  },
  original: { show: ({ ownerId, search }: RouteOf<'original'>) => <OriginalOf ownerId={ownerId} search={search} /> },
  tester: { show: ({ ownerId }: RouteOf<'tester'>) => <TesterPage key={ownerId} ownerId={ownerId} /> },
} satisfies Views;

const views: Readonly<Record<PageName, View>> = VIEWS;

/** The page of an address. */
export function PageOf({ route }: { readonly route: Route }) {
  return route.page === 'unknown' ? <NoSuchPage route={route} /> : views[route.page].show(route);
}
