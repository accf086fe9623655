import type { Chatflow, ChatflowUpdate } from '../../shared/api/chatflows.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';
import { type Autosave, type AutosaveEvent, createAutosave } from './flow/autosave.ts';
import { fieldsToSave, openFlow, type SaveState, useFlowStore } from './flow-store.ts';

/** Savers of the flows opened since the page was loaded. One that failed goes on trying after its flow was left. */
const savers = new Map<string, Autosave>();

function toSaveState(event: AutosaveEvent): SaveState {
  if (event.type === 'saved') return { status: 'saved', at: new Date() };
  if (event.type !== 'failed') return { status: event.type };
  return { status: 'error', message: event.error instanceof Error ? event.error.message : String(event.error) };
}

function saverOf(chatflowId: string, put: (fields: ChatflowUpdate) => Promise<unknown>): Autosave {
  const present = savers.get(chatflowId);
  if (present !== undefined) return present;
  const saver = createAutosave(put, (event) => {
    if (useFlowStore.getState().chatflowId === chatflowId) useFlowStore.setState({ save: toSaveState(event) });
    else if (event.type === 'failed')
      showErrorToast('Your last changes to a flow are not saved yet. Trying again; leave this page open.');
  });
  savers.set(chatflowId, saver);
  return saver;
}

function withPending(chatflow: Chatflow, pending: ChatflowUpdate | undefined): Chatflow {
  if (pending === undefined) return chatflow;
  const { name = chatflow.name, flowData = chatflow.flowData, apiConfig = chatflow.apiConfig } = pending;
  return { ...chatflow, name, flowData, apiConfig };
}

function warnOfLoss(event: BeforeUnloadEvent): void {
  if ([...savers.values()].some((saver) => saver.pending() !== undefined)) event.preventDefault();
}

/**
 * Opens a flow and saves its changes from now on. Changes of an earlier visit that never reached the server come back with it.
 * Answers a function that leaves it: what is not saved yet is saved then.
 * @throws UserError INVALID_FLOW_DATA when its document cannot be read.
 */
export function startFlowSession(chatflow: Chatflow, put: (fields: ChatflowUpdate) => Promise<unknown>): () => void {
  const saver = saverOf(chatflow.id, put);
  const pending = saver.pending();
  openFlow(withPending(chatflow, pending));
  if (pending !== undefined) saver.changed(fieldsToSave);
  let { revision } = useFlowStore.getState();
  const unsubscribe = useFlowStore.subscribe((state) => {
    if (state.revision === revision) return;
    revision = state.revision;
    saver.changed(fieldsToSave);
  });
  window.addEventListener('beforeunload', warnOfLoss);
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
  const saver = chatflowId === undefined ? undefined : savers.get(chatflowId);
  return saver === undefined ? true : saver.flush();
}
