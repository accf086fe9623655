import { create } from 'zustand';
import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import { isFinalStatus, type Run } from '../../../shared/api/runs.ts';
import { ApiError } from '../../../shared/client/api-error.ts';
import { followRun } from '../../../shared/client/follow-run.ts';
import type { FlowGraph } from '../../../shared/flow/flow-document.ts';
import { api, messageOf } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchRuns, keepRun } from '../../api/runs.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { cancelRun } from '../../stores/flow/cancel-run.ts';
import { currentGraph } from '../../stores/flow/flow-store.ts';
import { targetOfOpenFlow } from '../../stores/flow/upsert-target.ts';
import { useRunStore } from '../../stores/run-store.ts';
import { type AcceptedFiles, addFiles, type FileChoice, noFiles, removeFiles } from './choose-files.ts';
import { isPutAside, putAside } from './cut-off-runs.ts';
import { takeFileEvent } from './run-files.ts';
import { tellOfRun } from './run-news.ts';
import { dryRunUpsert, type StartUpsert, startUpsert, type UploadProgress } from './start-upsert.ts';

/** Why an upsert did not start, or why it cannot be followed. */
export interface SessionFailure {
  /** "what happened: what to do" */
  readonly message: string;
  readonly code: string;
  readonly nodeId: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

export type UpsertStep =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly progress: UploadProgress | undefined }
  /** The server looks what the upsert would do. */
  | { readonly step: 'checking'; readonly progress: UploadProgress | undefined }
  /** What the upsert of the chosen files would do, as long as nothing else is chosen. */
  | { readonly step: 'checked'; readonly result: DryRunResult; readonly graph: FlowGraph }
  | { readonly step: 'running'; readonly isConnected: boolean }
  | { readonly step: 'ended' }
  | { readonly step: 'failed'; readonly failure: SessionFailure };

/** What the upsert of one flow is at. It lives outside of the drawer, so that closing that changes nothing. */
export interface UpsertSession {
  readonly choice: FileChoice;
  /** Files of the last upsert that this page has started and that has finished. */
  readonly sent: readonly PickedFile[];
  /** What was chosen when the last run began: as long as that is so, its files are these. */
  readonly ran: FileChoice | undefined;
  readonly state: UpsertStep;
}

const newSession: UpsertSession = { choice: noFiles, sent: [], ran: undefined, state: { step: 'idle' } };

interface SessionStore {
  readonly byFlow: Readonly<Record<string, UpsertSession>>;
}

const useSessionStore = create<SessionStore>()(() => ({ byFlow: {} }));

/** What can stop the work of a flow's session: sending, or following. */
const stops = new Map<string, AbortController>();

export function useUpsertSession(chatflowId: string): UpsertSession {
  return useSessionStore((store) => store.byFlow[chatflowId] ?? newSession);
}

function sessionOf(chatflowId: string): UpsertSession {
  return useSessionStore.getState().byFlow[chatflowId] ?? newSession;
}

function update(chatflowId: string, change: Partial<UpsertSession>): void {
  useSessionStore.setState(({ byFlow }) => ({
    byFlow: { ...byFlow, [chatflowId]: { ...(byFlow[chatflowId] ?? newSession), ...change } },
  }));
}

function failureOf(error: unknown): SessionFailure {
  if (!(error instanceof ApiError))
    return { message: messageOf(error), code: 'UNKNOWN', nodeId: undefined, details: undefined };
  const { message, code, nodeId, details } = error;
  return { message, code, nodeId, details };
}

export function isBusy({ state }: UpsertSession): boolean {
  return state.step === 'sending' || state.step === 'checking' || state.step === 'running';
}

/** Chooses other files: what was found out about the ones before counts no more. */
function choose(chatflowId: string, choice: FileChoice): void {
  const { state } = sessionOf(chatflowId);
  update(chatflowId, { choice, ...(state.step === 'checked' ? { state: { step: 'idle' } } : {}) });
}

/** Adds files for the next upsert; not while one is under way, which would lose them at its end. */
export function chooseFiles(chatflowId: string, files: readonly PickedFile[], accepted: AcceptedFiles): void {
  if (isBusy(sessionOf(chatflowId))) return;
  choose(chatflowId, addFiles(sessionOf(chatflowId).choice, files, accepted));
}

/** Takes files out of the next upsert. */
export function dropFiles(chatflowId: string, paths: readonly string[]): void {
  choose(chatflowId, removeFiles(sessionOf(chatflowId).choice, paths));
}

/** Chooses files of the last upsert once more, and no others. */
export function chooseSent(chatflowId: string, files: readonly PickedFile[]): void {
  if (!isBusy(sessionOf(chatflowId))) choose(chatflowId, { ...noFiles, files });
}

/** Begins work that ends what the session did before. */
function begin(chatflowId: string): AbortSignal {
  stops.get(chatflowId)?.abort();
  const stop = new AbortController();
  stops.set(chatflowId, stop);
  return stop.signal;
}

/** @param isOwn whether this page has started it: the end of others is announced */
async function follow(chatflowId: string, runId: string, signal: AbortSignal, isOwn = false): Promise<void> {
  const { choice: ran } = sessionOf(chatflowId);
  if (isOwn) tellOfRun(chatflowId);
  update(chatflowId, { ran, state: { step: 'running', isConnected: true } });
  const run = await followRun(api, {
    runId,
    signal,
    onEvent(event) {
      useRunStore.getState().applyRunEvent(chatflowId, runId, event);
      takeFileEvent(runId, event);
    },
    onConnection: (isConnected) => {
      const { state } = sessionOf(chatflowId);
      if (state.step === 'running') update(chatflowId, { state: { ...state, isConnected } });
    },
  });
  keepRun(queryClient, run);
  const isDone = run.status === 'FINISHED';
  const sent = sessionOf(chatflowId).choice.files;
  update(chatflowId, { state: { step: 'ended' }, ...(isDone ? { choice: noFiles, ran: noFiles, sent } : {}) });
}

/** Runs a piece of the session's work; what goes wrong becomes its state, unless newer work took over. */
async function work(chatflowId: string, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = begin(chatflowId);
  try {
    await run(signal);
  } catch (error) {
    if (!signal.aborted) update(chatflowId, { state: { step: 'failed', failure: failureOf(error) } });
  }
}

interface Prepared {
  readonly prepare: () => Promise<void>;
  readonly signal: AbortSignal;
}

async function send(chatflowId: string, given: Prepared): Promise<void> {
  useRunStore.getState().clearRun(chatflowId);
  const runId = await startUpsert(await prepareSending(chatflowId, 'sending', given));
  await follow(chatflowId, runId, given.signal, true);
}

/** Sends the chosen files and follows the run to its end. `prepare` runs first: it saves what is drawn. */
export function runUpsert(chatflowId: string, prepare: () => Promise<void>): Promise<void> {
  return work(chatflowId, (signal) => send(chatflowId, { prepare, signal }));
}

/** Asks the server what an upsert of the chosen files would do. `prepare` runs first: it saves what is drawn. */
export function runDryRun(chatflowId: string, prepare: () => Promise<void>): Promise<void> {
  return work(chatflowId, async (signal) => {
    const graph = currentGraph();
    const result = await dryRunUpsert(await prepareSending(chatflowId, 'checking', { prepare, signal }));
    if (!signal.aborted) update(chatflowId, { state: { step: 'checked', result, graph } });
  });
}

/** Closes what a dry run has found. */
export function closeDryRun(chatflowId: string): void {
  if (sessionOf(chatflowId).state.step === 'checked') update(chatflowId, { state: { step: 'idle' } });
}

/** Saves what is drawn, and takes the chosen files together for sending. */
async function prepareSending(
  chatflowId: string,
  step: 'sending' | 'checking',
  { prepare, signal }: Prepared,
): Promise<StartUpsert> {
  update(chatflowId, { state: { step, progress: undefined } });
  const stopNodeId = targetOfOpenFlow(); // another flow may be open when this one is saved
  await prepare();
  const { files } = sessionOf(chatflowId).choice;
  const onProgress = (progress: UploadProgress) => {
    if (!signal.aborted) update(chatflowId, { state: { step, progress } });
  };
  return { chatflowId, files, stopNodeId, signal, onProgress };
}

/** Whether the files of the last run are what the list is about: nothing else was chosen since it began. */
export function isAboutRun({ state, choice, ran }: UpsertSession): boolean {
  return state.step === 'running' || (state.step === 'ended' && choice === ran);
}

async function resume(chatflowId: string, runId: string, { prepare, signal }: Prepared): Promise<void> {
  update(chatflowId, { state: { step: 'sending', progress: undefined } });
  await prepare();
  signal.throwIfAborted();
  const resumed = await api.call('resumeRun', { params: { id: runId } });
  if (signal.aborted) return stopResumed(chatflowId, resumed.runId);
  await follow(chatflowId, resumed.runId, signal, true);
}

/** Cancels a run that began when it was not wanted any more, and shows how far it came: going on with it stores nothing twice. */
async function stopResumed(chatflowId: string, runId: string): Promise<void> {
  await cancelRun(runId);
  if (!isBusy(sessionOf(chatflowId))) await work(chatflowId, (signal) => follow(chatflowId, runId, signal, true));
}

/** Goes on with a run that was cut off or cancelled, and follows it to its end. */
export function goOnWith(chatflowId: string, runId: string, prepare: () => Promise<void>): Promise<void> {
  return work(chatflowId, (signal) => resume(chatflowId, runId, { prepare, signal }));
}

/**
 * Tries a run that failed again: goes on with it, so that nothing of what it stored is there twice. What the server does not keep is sent once more.
 * @param canSend whether the files to send are there
 */
export function tryAgain(
  chatflowId: string,
  runId: string,
  { prepare, canSend }: { readonly prepare: () => Promise<void>; readonly canSend: boolean },
): Promise<void> {
  return work(chatflowId, async (signal) => {
    try {
      await resume(chatflowId, runId, { prepare, signal });
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'RUN_NOT_RESUMABLE';
      if (!isGone || !canSend || signal.aborted) throw error;
      await send(chatflowId, { prepare, signal });
    }
  });
}

/** Stops the sending at once, or asks the run to stop at its next safe point. */
export async function cancelUpsert(chatflowId: string): Promise<void> {
  const { state } = sessionOf(chatflowId);
  if (state.step === 'sending' || state.step === 'checking') {
    stops.get(chatflowId)?.abort();
    update(chatflowId, { state: { step: 'idle' } });
    return;
  }
  const runId = useRunStore.getState().activeRunByFlow[chatflowId]?.runId;
  if (state.step !== 'running' || runId === undefined) return;
  await cancelRun(runId);
}

/** Shows a run that is over. The drawer opens for one that was cut off until it was seen once. */
function showEnded(chatflowId: string, run: Run, onFound: () => void): void {
  const { state, choice } = sessionOf(chatflowId);
  const shown = useRunStore.getState().activeRunByFlow[chatflowId];
  const isShown = shown?.runId === run.id && shown.undoneDate === run.undoneDate;
  if (isShown || (state.step !== 'idle' && state.step !== 'ended') || choice.files.length > 0) return;
  useRunStore.getState().applyRunEvent(chatflowId, run.id, { type: 'run', run });
  update(chatflowId, { ran: choice, state: { step: 'ended' } });
  if (run.status !== 'INTERRUPTED' || isPutAside(run.id)) return;
  putAside(run.id);
  onFound();
}

/**
 * Finds the flow's last run on the server: follows one that goes on, and shows how another one ended. `onFound` is called for what has to be seen. Does
 * nothing while busy.
 */
export async function resumeUpsert(chatflowId: string, onFound: () => void): Promise<void> {
  if (isBusy(sessionOf(chatflowId))) return;
  const [newest] = await fetchRuns(queryClient, chatflowId);
  if (newest === undefined || isBusy(sessionOf(chatflowId))) return;
  if (isFinalStatus(newest.status)) return showEnded(chatflowId, newest, onFound);
  useRunStore.getState().applyRunEvent(chatflowId, newest.id, { type: 'run', run: newest });
  onFound();
  await work(chatflowId, (signal) => follow(chatflowId, newest.id, signal));
}
