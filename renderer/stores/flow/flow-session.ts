import { readFlow } from '../../../shared/flow/read-flow.ts';
import { lacksSecrets, withSavedSecrets } from '../../../shared/flow/typed-secrets.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import type { SavedChatflow } from '../../api/chatflows.ts';
import { contentOf, type FlowContent } from '../../editor/flow-content.ts';
import { record } from '../../editor/history.ts';
import { keepHistory, restoreHistory } from '../../editor/stored-history.ts';
import { dropToast, showToast, showTrouble } from '../../ui/feedback/toast.tsx';
import { beginPanelsOf } from '../editor-layout-store.ts';
import { Autosave, type AutosaveEvent } from '../saving/autosave.ts';
import { createDraftKeeper, type Draft, type FlowFields, forgetDraft } from '../saving/drafts.ts';
import { createFlowWriter, type FlowCalls, FlowConflict, isSameFlow } from '../saving/flow-writer.ts';
import { createHistoryKeeper, HISTORY_CHARACTERS } from '../saving/history-keeper.ts';
import { currentContent, fieldsToSave, openFlow, type SaveState, showVersion, useFlowStore } from './flow-store.ts';
import { type FlowSaver, findSaver, keepSaver } from './flush-flow.ts';

/** A flow as it was opened: what the server has, and what this browser has stored of it. */
export interface OpenedFlow {
  readonly chatflow: SavedChatflow;
  readonly draft: Draft | undefined;
  /** The steps of undo that it had when it was left, as they were stored. */
  readonly history?: string | undefined;
}

function toSaveState(event: AutosaveEvent, present: SaveState): SaveState {
  // A try to save is no news while earlier ones have failed.
  if (event.type === 'saving' && present.status === 'error') return present;
  if (event.type === 'saved') return { status: 'saved', at: new Date() };
  if (event.type !== 'failed') return { status: event.type };
  const { error, isKept } = event;
  if (error instanceof FlowConflict) return { status: 'conflict', theirs: error.theirs };
  return { status: 'error', message: error instanceof Error ? error.message : String(error), isKept };
}

function troubleOf(chatflowId: string): string {
  return `unsaved-${chatflowId}`;
}

/** A flow that is not on the screen has one notice while its changes are not saved, however often that is tried. */
function reportInBackground(chatflowId: string, event: AutosaveEvent): void {
  if (event.type !== 'failed') return;
  const { error } = event;
  if (!(error instanceof FlowConflict)) {
    const message = t('Your last changes to a flow are not saved yet. They are saved as soon as the server answers.');
    showTrouble(troubleOf(chatflowId), message);
  } else if (error.theirs === undefined) dropToast(troubleOf(chatflowId));
  else {
    const message = t('“{name}” was changed outside this window. Open it to say which version stays.', {
      name: error.theirs.name,
    });
    showTrouble(troubleOf(chatflowId), message);
  }
}

/** Shows a name that the server, or somebody else, gave the flow, unless it was changed here meanwhile. */
function takeName(chatflowId: string, sent: FlowFields, saved: SavedChatflow): void {
  useFlowStore.setState((state) =>
    state.chatflowId === chatflowId && state.name === sent.name ? { name: saved.name } : {},
  );
}

function createSaver(chatflow: SavedChatflow, calls: FlowCalls): FlowSaver {
  const { id } = chatflow;
  const keeper = createDraftKeeper(id);
  const writer = createFlowWriter(chatflow, calls);
  const target = {
    put: async (fields: FlowFields, sent: readonly FlowFields[]) =>
      takeName(id, fields, await writer.put(fields, sent)),
    keep: (fields: FlowFields, underWay: readonly FlowFields[]) =>
      keeper.keep({ fields, underWay, etag: writer.base().etag }),
    drop: keeper.drop,
    isFinal: (error: unknown) => error instanceof FlowConflict,
  };
  const autosave = new Autosave(target, (event) => {
    if (event.type === 'saved') dropToast(troubleOf(id));
    if (useFlowStore.getState().chatflowId !== id) reportInBackground(id, event);
    else useFlowStore.setState(({ save }) => ({ save: toSaveState(event, save) }));
  });
  const history = createHistoryKeeper(id, () => {
    const state = useFlowStore.getState();
    return state.chatflowId === id ? keepHistory(state.history, HISTORY_CHARACTERS) : undefined;
  });
  const saver = { autosave, writer, history };
  keepSaver(id, saver);
  return saver;
}

function showRestored({ at, fields }: Draft): void {
  const time = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  const restored = t('Your changes of {time}, which were not saved, are back.', { time });
  const lost = t('Passwords that you typed since the last save are not among them.');
  showToast(lacksSecrets(fields.flowData) ? `${restored} ${lost}` : restored);
}

/** What a draft brings back; secrets that the server has are taken from there. */
function restoredFields({ fields }: Draft, chatflow: SavedChatflow): FlowFields {
  return { ...fields, flowData: withSavedSecrets(fields.flowData, chatflow.flowData) };
}

/** Whether the server has what a draft was made on, or what was sent with it. */
function fits({ etag, underWay }: Draft, chatflow: SavedChatflow): boolean {
  return etag === chatflow.etag || underWay.some((sent) => isSameFlow(sent, chatflow));
}

/** The draft of another tab is removed when this one has its changes safe. */
async function takeOver(draft: Draft, { autosave }: FlowSaver): Promise<void> {
  if (await autosave.secure()) await forgetDraft(draft);
}

/** Shows the flow with what is not on the server, and says whether that may be saved over what the server has. */
function openWithChanges({ chatflow, draft }: OpenedFlow, saver: FlowSaver): void {
  const { autosave, writer } = saver;
  const own = autosave.pending();
  const isHeld = autosave.isHeld;
  const kept = own === undefined && draft !== undefined && !isSameFlow(draft.fields, chatflow) ? draft : undefined;
  openFlow({ ...chatflow, ...(own ?? (kept && restoredFields(kept, chatflow))) });
  dropToast(troubleOf(chatflow.id));
  if (own === undefined) writer.rebase(chatflow);
  if (isHeld || (kept !== undefined && !fits(kept, chatflow))) {
    autosave.hold(fieldsToSave);
    useFlowStore.setState({ save: { status: 'conflict', theirs: chatflow } });
  } else if (own !== undefined || kept !== undefined) autosave.changed(fieldsToSave);
  if (kept !== undefined) showRestored(kept);
  // Own changes come before a draft: whoever made that one finds it when it is opened again.
  if (draft !== undefined && own === undefined) void takeOver(draft, saver);
}

/** A flow as the server has it. */
function savedContent({ flowData, apiConfig }: SavedChatflow): FlowContent {
  const { nodes, edges } = readFlow(flowData).flow;
  return contentOf({ nodes, edges }, apiConfig);
}

/** Brings back what undo could take back, if the flow is still what it was made on; changes that were not saved are a step then. */
function resumeHistory({ chatflow, history: text }: OpenedFlow): void {
  if (text === undefined) return;
  const present = currentContent();
  const history = restoreHistory(text, present);
  if (history !== undefined) useFlowStore.setState({ history });
  else {
    const earlier = restoreHistory(text, savedContent(chatflow));
    if (earlier !== undefined) useFlowStore.setState({ history: record(earlier, present, { name: 'earlier' }) });
  }
}

/**
 * Opens a flow and saves its changes from now on. Changes of an earlier visit that never reached the server come back with it.
 * Answers a function that leaves it: what is not saved yet is saved then.
 * @throws UserError INVALID_FLOW_DATA when its document cannot be read.
 */
export function startFlowSession(opened: OpenedFlow, calls: FlowCalls): () => void {
  const saver = findSaver(opened.chatflow.id) ?? createSaver(opened.chatflow, calls);
  beginPanelsOf(opened.chatflow.id);
  openWithChanges(opened, saver);
  resumeHistory(opened);
  const { autosave } = saver;
  let { revision, history } = useFlowStore.getState();
  const unsubscribe = useFlowStore.subscribe((state) => {
    if (state.history !== history) {
      history = state.history;
      saver.history.changed();
    }
    if (state.revision === revision) return;
    revision = state.revision;
    autosave.changed(fieldsToSave);
  });
  return () => {
    unsubscribe();
    void saver.history.keepNow();
    const left = autosave.pending();
    if (left !== undefined) autosave.changed(() => left);
    void autosave.flush();
    useFlowStore.setState({ chatflowId: undefined, selectedNodeIds: new Set(), selectedEdgeKeys: new Set() });
  };
}

function openSaver(): FlowSaver | undefined {
  const { chatflowId } = useFlowStore.getState();
  return chatflowId === undefined ? undefined : findSaver(chatflowId);
}

/** Saves the open flow now, so that a run uses what is on the screen; false when that failed. */
export async function saveNow(): Promise<boolean> {
  return (await openSaver()?.autosave.flush()) ?? true;
}

/**
 * Forgets the own changes of a flow for the version of the server; while it is open, undo brings them back.
 * @throws UserError INVALID_FLOW_DATA
 */
export async function takeTheirs(theirs: SavedChatflow): Promise<void> {
  if (useFlowStore.getState().chatflowId === theirs.id) showVersion(theirs);
  const saver = findSaver(theirs.id);
  saver?.writer.rebase(theirs);
  await saver?.autosave.discard();
}

/** Saves the own changes of a flow over the version of the server that was shown to be another. */
export async function keepMine(theirs: SavedChatflow): Promise<void> {
  const saver = findSaver(theirs.id);
  saver?.writer.rebase(theirs);
  await saver?.autosave.resume();
}

/** Forgets the own changes of a flow, which are stored in another place by now. */
export async function forgetMine(chatflowId: string): Promise<void> {
  await findSaver(chatflowId)?.autosave.discard();
}
