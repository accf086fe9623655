import { lazy, Suspense } from 'react';
import { t } from '../../shared/texts/t.ts';
import { useOwnerKind } from '../api/overview.ts';
import { runCommand } from '../commands/registry.ts';
import { ModelOffer } from '../features/models/model-offer.tsx';
import { hrefOf, navigate, type Route, replaceRoute } from '../stores/router.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Page } from '../ui/page.tsx';

// Each page is loaded when it is first opened.
const ApiPage = lazy(async () => ({ default: (await import('../features/api-panel/reference/api-page.tsx')).ApiPage }));
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

/** The titles of the pages in the title of the window. */
export const PAGE_TITLES: Readonly<Record<Route['page'], string>> = {
  flows: t('Flows'),
  editor: t('Flow'),
  bin: t('Bin'),
  ask: t('Ask everything'),
  stores: t('Document stores'),
  store: t('Document store'),
  contents: t('Contents'),
  map: t('Map'),
  original: t('Original'),
  tester: t('Query tester'),
  runs: t('Runs'),
  run: t('Run'),
  resources: t('Resources'),
  settings: t('Settings'),
  api: t('HTTP API'),
  unknown: t('Not found'),
};

function NoSuchPage() {
  return (
    <Page title={PAGE_TITLES.unknown}>
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

function AskOf({ question }: { readonly question: string }) {
  return (
    <AskPage
      question={question}
      hrefOf={({ kind, ownerId }) =>
        hrefOf(kind === 'chatflow' ? { page: 'editor', chatflowId: ownerId } : { page: 'store', storeId: ownerId })
      }
      onAsk={(asked) => navigate({ page: 'ask', search: { q: asked } })}
    />
  );
}

/** The list of flows, or what is asked before a flow is made or moved. */
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

/** The page of an address. */
export function PageOf({ route }: { readonly route: Route }) {
  switch (route.page) {
    case 'flows':
      return <FlowsPlace search={route.search} />;
    case 'bin':
      return <BinPage backHref={hrefOf({ page: 'flows' })} />;
    case 'ask':
      return <AskOf key={route.search?.q} question={route.search?.q ?? ''} />;
    case 'contents':
      return <ContentsOf key={route.ownerId} ownerId={route.ownerId} search={route.search} />;
    case 'editor':
      return <EditorPage key={route.chatflowId} chatflowId={route.chatflowId} />;
    case 'tester':
      return <TesterPage key={route.ownerId} ownerId={route.ownerId} />;
    case 'resources':
      return <ResourcesPage tab={route.tab} search={route.search} />;
    case 'stores':
      return <StoresPage />;
    case 'store':
      return (
        <StorePage
          storeId={route.storeId}
          tab={route.search?.tab}
          ask={
            <Suspense>
              <AskStore key={route.storeId} storeId={route.storeId} />
            </Suspense>
          }
          sync={
            <Suspense>
              <SyncPanel ownerId={route.storeId} heading="h2" />
            </Suspense>
          }
        />
      );
    case 'runs':
      return <RunsPage />;
    case 'run':
      return <RunPage key={route.runId} runId={route.runId} />;
    case 'map':
      return (
        <MapOf key={`${route.ownerId} ${route.search?.node ?? ''}`} ownerId={route.ownerId} search={route.search} />
      );
    case 'original':
      return <OriginalOf ownerId={route.ownerId} search={route.search} />;
    case 'settings':
      return <SettingsPage section={route.section} />;
    case 'api':
      return <ApiPage operationId={route.operationId} />;
    default:
      return <NoSuchPage />;
  }
}
