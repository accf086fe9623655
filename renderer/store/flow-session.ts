import type { SavedChatflow } from '../api/chatflows.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';
import { type FlowSaver, findSaver, keepSaver } from './flow/flush-flow.ts';
import { fieldsToSave, openFlow, type SaveState, showVersion, useFlowStore } from './flow-store.ts';
import { type AutosaveEvent, createAutosave } from './saving/autosave.ts';
import { createDraftKeeper, type Draft, type FlowFields, forgetDraft } from './saving/drafts.ts';
import { createFlowWriter, type FlowCalls, FlowConflict, isSameFlow } from './saving/flow-writer.ts';

/** A flow as it was opened: what the server has, and what this browser kept of it. */
export interface OpenedFlow {
  readonly chatflow: SavedChatflow;
  readonly draft: Draft | undefined;
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

function reportElsewhere(event: AutosaveEvent): void {
  if (event.type !== 'failed') return;
  if (event.error instanceof FlowConflict) {
    if (event.error.theirs !== undefined)
      showErrorToast(`“${event.error.theirs.name}” was changed elsewhere. Open it to say which version stays.`);
  } else showErrorToast('Your last changes to a flow are not saved yet. They are saved as soon as the server answers.');
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
    put: async (fields: FlowFields, sent: FlowFields | undefined) =>
      takeName(id, fields, await writer.put(fields, sent)),
    keep: (fields: FlowFields, underWay: FlowFields | undefined) =>
      keeper.keep({ fields, underWay, etag: writer.base().etag }),
    drop: keeper.drop,
    isFinal: (error: unknown) => error instanceof FlowConflict,
  };
  const autosave = createAutosave(target, (event) => {
    if (useFlowStore.getState().chatflowId !== id) reportElsewhere(event);
    else useFlowStore.setState(({ save }) => ({ save: toSaveState(event, save) }));
  });
  const saver = { ...autosave, writer };
  keepSaver(id, saver);
  return saver;
}

function showRestored(at: number): void {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  showToast(`Your changes of ${time}, which were not saved, are back.`);
}

/** Whether the server has what a draft was made on, or what was sent with it. */
function fits({ etag, underWay }: Draft, chatflow: SavedChatflow): boolean {
  return etag === chatflow.etag || (underWay !== undefined && isSameFlow(underWay, chatflow));
}

/** The draft of another tab is removed when this one has its changes safe. */
async function takeOver(draft: Draft, saver: FlowSaver): Promise<void> {
  if (await saver.secure()) await forgetDraft(draft);
}

/** Shows the flow with what is not on the server, and says whether that may be saved over what the server has. */
function openWithChanges({ chatflow, draft }: OpenedFlow, saver: FlowSaver): void {
  const own = saver.pending();
  const isHeld = saver.isHeld();
  const kept = own === undefined && draft !== undefined && !isSameFlow(draft.fields, chatflow) ? draft : undefined;
  openFlow({ ...chatflow, ...(own ?? kept?.fields) });
  if (own === undefined) saver.writer.rebase(chatflow);
  if (isHeld || (kept !== undefined && !fits(kept, chatflow))) {
    saver.hold(fieldsToSave);
    useFlowStore.setState({ save: { status: 'conflict', theirs: chatflow } });
  } else if (own !== undefined || kept !== undefined) saver.changed(fieldsToSave);
  if (kept !== undefined) showRestored(kept.at);
  if (draft !== undefined) void takeOver(draft, saver);
}

/**
 * Opens a flow and saves its changes from now on. Changes of an earlier visit that never reached the server come back with it.
 * Answers a function that leaves it: what is not saved yet is saved then.
 * @throws UserError INVALID_FLOW_DATA when its document cannot be read.
 */
export function startFlowSession(opened: OpenedFlow, calls: FlowCalls): () => void {
  const saver = findSaver(opened.chatflow.id) ?? createSaver(opened.chatflow, calls);
  openWithChanges(opened, saver);
  let { revision } = useFlowStore.getState();
  const unsubscribe = useFlowStore.subscribe((state) => {
    if (state.revision === revision) return;
    revision = state.revision;
    saver.changed(fieldsToSave);
  });
  return () => {
    unsubscribe();
    const left = saver.pending();
    if (left !== undefined) saver.changed(() => left);
    void saver.flush();
    useFlowStore.setState({ chatflowId: undefined });
  };
}

function openSaver(): FlowSaver | undefined {
  const { chatflowId } = useFlowStore.getState();
  return chatflowId === undefined ? undefined : findSaver(chatflowId);
}

/** Saves the open flow now, so that a run uses what is on the screen; false when that failed. */
export async function saveNow(): Promise<boolean> {
  return (await openSaver()?.flush()) ?? true;
}

/** Forgets the own changes of the open flow for the version of the server; undo brings them back. @throws UserError INVALID_FLOW_DATA */
export async function takeTheirs(theirs: SavedChatflow): Promise<void> {
  const saver = openSaver();
  showVersion(theirs);
  saver?.writer.rebase(theirs);
  await saver?.discard();
}

/** Saves the own changes of the open flow over the version of the server that was shown to be another. */
export async function keepMine(theirs: SavedChatflow): Promise<void> {
  const saver = openSaver();
  saver?.writer.rebase(theirs);
  await saver?.resume();
}

/** Forgets the own changes of the open flow, which are elsewhere by now. */
export async function forgetMine(): Promise<void> {
  await openSaver()?.discard();
}
