import type { Chatflow } from '../../shared/api/chatflows.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';
import { findSaver, keepSaver } from './flow/flush-flow.ts';
import { fieldsToSave, openFlow, type SaveState, useFlowStore } from './flow-store.ts';
import { type Autosave, type AutosaveEvent, createAutosave } from './saving/autosave.ts';
import { createDraftKeeper, type Draft, type FlowFields, forgetDraft } from './saving/drafts.ts';

/** A flow as it was opened: what the server has, and what this browser kept of it. */
export interface OpenedFlow {
  readonly chatflow: Chatflow;
  readonly draft: Draft | undefined;
}

type Put = (fields: FlowFields) => Promise<unknown>;

function toSaveState(event: AutosaveEvent): SaveState {
  if (event.type === 'saved') return { status: 'saved', at: new Date() };
  if (event.type !== 'failed') return { status: event.type };
  const message = event.error instanceof Error ? event.error.message : String(event.error);
  return { status: 'error', message, isKept: event.isKept };
}

function saverOf(chatflowId: string, put: Put): Autosave {
  const present = findSaver(chatflowId);
  if (present !== undefined) return present;
  const keeper = createDraftKeeper(chatflowId);
  const target = {
    put,
    keep: (fields: FlowFields, underWay: FlowFields | undefined) =>
      keeper.keep({ fields, ...(underWay === undefined ? {} : { underWay }) }),
    drop: keeper.drop,
    isFinal: () => false,
  };
  const saver = createAutosave(target, (event) => {
    if (useFlowStore.getState().chatflowId === chatflowId) useFlowStore.setState({ save: toSaveState(event) });
    else if (event.type === 'failed')
      showErrorToast('Your last changes to a flow are not saved yet. They are saved as soon as the server answers.');
  });
  keepSaver(chatflowId, saver);
  return saver;
}

function isSame(a: FlowFields, b: FlowFields): boolean {
  return a.name === b.name && a.flowData === b.flowData && a.apiConfig === b.apiConfig;
}

/** What of a draft the server does not have. */
function newIn(draft: Draft | undefined, chatflow: Chatflow): FlowFields | undefined {
  return draft === undefined || isSame(draft.fields, chatflow) ? undefined : draft.fields;
}

function showRestored(at: number): void {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  showToast(`Your changes of ${time}, which were not saved, are back.`);
}

/** The draft of another tab is removed when this one has its changes safe. */
async function takeOver(draft: Draft, saver: Autosave): Promise<void> {
  if (await saver.secure()) await forgetDraft(draft);
}

/**
 * Opens a flow and saves its changes from now on. Changes of an earlier visit that never reached the server come back with it.
 * Answers a function that leaves it: what is not saved yet is saved then.
 * @throws UserError INVALID_FLOW_DATA when its document cannot be read.
 */
export function startFlowSession({ chatflow, draft }: OpenedFlow, put: Put): () => void {
  const saver = saverOf(chatflow.id, put);
  const own = saver.pending();
  const restored = own ?? newIn(draft, chatflow);
  openFlow({ ...chatflow, ...restored });
  if (restored !== undefined) saver.changed(fieldsToSave);
  if (own === undefined && restored !== undefined && draft !== undefined) showRestored(draft.at);
  if (draft !== undefined) void takeOver(draft, saver);
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

/** Saves the open flow now, so that a run uses what is on the screen; false when that failed. */
export async function saveNow(): Promise<boolean> {
  const { chatflowId } = useFlowStore.getState();
  const saver = chatflowId === undefined ? undefined : findSaver(chatflowId);
  return saver === undefined ? true : saver.flush();
}
