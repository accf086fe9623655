import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { danglingEdges, isAsItWas } from '../../shared/flow/read-flow.ts';
import { t } from '../../shared/texts/t.ts';
import { keepChatflow, putChatflow, readChatflow, useChatflow } from '../api/chatflows.ts';
import { messageOf } from '../api/client.ts';
import { useCredentials } from '../api/credentials.ts';
import { queryKeys } from '../api/query-keys.ts';
import { EDITOR_COMMANDS } from '../commands/editor-commands.ts';
import { addEditorCommands } from '../commands/registry.ts';
import { describeFindings } from '../editor/describe-findings.ts';
import { edgeKey } from '../editor/flow-content.ts';
import { removeEdges } from '../editor/flow-edits.ts';
import { Canvas } from '../features/canvas/canvas.tsx';
import { RunDrawer } from '../features/runs/run-drawer.tsx';
import { useActiveRun } from '../features/runs/use-active-run.ts';
import { useDroppedFiles } from '../features/runs/use-dropped-files.ts';
import { EmptyFlow } from '../features/start/empty-flow.tsx';
import { useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { pasteText } from '../stores/flow/clipboard-access.ts';
import { knowCredentials } from '../stores/flow/flow-check.ts';
import { type OpenedFlow, startFlowSession } from '../stores/flow/flow-session.ts';
import { editFlow, forgetFindings, useFlowStore } from '../stores/flow/flow-store.ts';
import { copySelection, deleteSelection } from '../stores/flow/selection-edits.ts';
import { navigate } from '../stores/router.ts';
import { findDraft } from '../stores/saving/drafts.ts';
import type { FlowCalls } from '../stores/saving/flow-writer.ts';
import { findHistory } from '../stores/saving/history-keeper.ts';
import { Button } from '../ui/controls/button.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { ErrorNotice, splitMessage } from '../ui/feedback/error-notice.tsx';
import { hasOwnKeys, isTextField } from '../ui/key-targets.ts';
import { fileNameFor, saveText } from '../ui/save-file.ts';
import { CanvasMenu } from './canvas-menus/canvas-menu.tsx';
import { NodeToolbar } from './canvas-menus/node-toolbar.tsx';
import { EditorTopBar } from './editor-top-bar.tsx';
import { PaletteCorner, PinnedPalette } from './palette-place.tsx';
import { SaveBanner } from './save-banner.tsx';
import { SidePanel } from './side-panel.tsx';
import { hasNoSelectedText } from './use-keymap.ts';

/** Whether a clipboard event is about nodes, and not about text that is selected or being typed. */
function isAboutNodes(event: ClipboardEvent): boolean {
  if (isTextField(event.target) || hasOwnKeys(event.target)) return false;
  return event.type === 'paste' || hasNoSelectedText();
}

function onCopyOrCut(event: ClipboardEvent): void {
  const text = isAboutNodes(event) ? copySelection() : undefined;
  if (text === undefined) return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
  if (event.type === 'cut') deleteSelection('cut');
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text !== '' && event.clipboardData?.files.length === 0 && isAboutNodes(event) && pasteText(text))
    event.preventDefault();
}

/** Copy, cut and paste of nodes, while a flow is open. */
function useNodeClipboard(): void {
  useEffect(() => {
    document.addEventListener('copy', onCopyOrCut);
    document.addEventListener('cut', onCopyOrCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopyOrCut);
      document.removeEventListener('cut', onCopyOrCut);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}

/** Takes out the wires that lead to no node, as one step of undo. */
function removeLooseWires(): void {
  editFlow((content) => {
    const { nodes, edges } = content.graph;
    return removeEdges(content, new Set(danglingEdges({ nodes, edges }).map(edgeKey)));
  });
  forgetFindings(['dangling']);
}

/** Says what of the flow could not be shown as it is, until that is closed. All of it is preserved. */
function FindingsBanner() {
  const findings = useFlowStore((state) => state.findings);
  if (isAsItWas(findings)) return null;
  return (
    <Banner
      tone="info"
      title={t('Some of this flow is not as this version knows it. Nothing is lost.')}
      actions={
        <>
          {findings.dangling === 0 ? null : <Button onClick={removeLooseWires}>{t('Remove loose wires')}</Button>}
          <Button look="quiet" onClick={() => forgetFindings()}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {describeFindings(findings).join(' ')}
    </Banner>
  );
}

addEditorCommands(EDITOR_COMMANDS);

/** Opens the flow in the store once, and leaves it with the page. Says what is wrong when it cannot be read. */
function useFlowSession(flow: OpenedFlow): unknown {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  // Opened with what the server gave first: later answers are those of our own saves.
  const [opened] = useState(flow);
  useEffect(() => {
    const put: FlowCalls['put'] = async (id, fields, ifMatch) => {
      const saved = await putChatflow(id, fields, ifMatch);
      void keepChatflow(client, saved);
      return saved;
    };
    try {
      return startFlowSession(opened, { put, read: readChatflow });
    } catch (problem) {
      setError(problem);
      return undefined;
    }
  }, [client, opened]);
  return error;
}

/** Lets the check of the flow know the credentials: one that is gone, lacks a secret or may not go to the host keeps it from running. */
function useKnownCredentials(): void {
  const { data } = useCredentials();
  useEffect(() => {
    if (data !== undefined) knowCredentials(new Map(data.map((credential) => [credential.id, credential])));
  }, [data]);
}

function Editor({ flow }: { readonly flow: OpenedFlow }) {
  const { chatflow } = flow;
  const error = useFlowSession(flow);
  useNodeClipboard();
  useKnownCredentials();
  useActiveRun(chatflow.id);
  const takeFiles = useDroppedFiles(chatflow.id);
  const isOpen = useFlowStore((state) => state.chatflowId === chatflow.id);
  const isUpsertOpen = useEditorLayoutStore((state) => state.isUpsertOpen);
  if (error !== undefined) return <Unreadable chatflow={chatflow} error={error} />;
  if (!isOpen) return null;
  return (
    <div className="flex h-full flex-col">
      <EditorTopBar />
      <SaveBanner />
      <FindingsBanner />
      <main className="relative flex min-h-0 flex-1">
        <PinnedPalette />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="relative min-h-0 flex-1">
            <PaletteCorner />
            <Canvas>
              <EmptyFlow onFiles={takeFiles} />
              <NodeToolbar />
            </Canvas>
          </div>
          {isUpsertOpen ? <RunDrawer chatflowId={chatflow.id} /> : null}
        </div>
        <SidePanel chatflowId={chatflow.id} />
      </main>
      <CanvasMenu />
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly aside?: ReactNode;
}

function Failure({ error, onRetry, aside }: FailureProps) {
  const { whatHappened, whatToDo } = splitMessage(messageOf(error));
  return (
    <main className="mx-auto max-w-120 p-8">
      <ErrorNotice
        whatHappened={whatHappened}
        whatToDo={whatToDo}
        aside={aside}
        action={
          onRetry === undefined
            ? { label: t('Go to the flows'), onClick: () => navigate({ page: 'flows' }) }
            : { label: t('Try again'), onClick: onRetry }
        }
      />
    </main>
  );
}

/** A flow that is none: its text can still be had. */
function Unreadable({ chatflow, error }: Pick<OpenedFlow, 'chatflow'> & { readonly error: unknown }) {
  const { name, flowData } = chatflow;
  return (
    <Failure
      error={error}
      aside={
        <Button
          look="quiet"
          className="h-7"
          onClick={() => void saveText(fileNameFor(name, 'json'), flowData, 'application/json')}
        >
          {t('Save its text as a file')}
        </Button>
      }
    />
  );
}

/** What this browser has stored of a flow; undefined while it is looked up. Where nothing can be stored there is nothing. */
function useDraft(chatflowId: string): Pick<OpenedFlow, 'draft' | 'history'> | undefined {
  const query = useQuery({
    queryKey: queryKeys.draft(chatflowId),
    queryFn: async () => ({ draft: await findDraft(chatflowId), history: await findHistory(chatflowId) }),
    refetchOnMount: 'always',
    retry: false,
  });
  if (query.isError) return { draft: undefined };
  return query.isFetchedAfterMount ? query.data : undefined;
}

export function EditorPage({ chatflowId }: { readonly chatflowId: string }) {
  const query = useChatflow(chatflowId);
  const kept = useDraft(chatflowId);
  if (query.isError) {
    const canRetry = !('status' in query.error && query.error.status === 404);
    return canRetry ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Failure error={query.error} />
    );
  }
  if (!query.isSuccess || !query.isFetchedAfterMount || kept === undefined) {
    return (
      <main className="p-8">
        <p role="status" className="text-muted">
          {t('Opening the flow…')}
        </p>
      </main>
    );
  }
  return <Editor flow={{ chatflow: query.data, ...kept }} />;
}
