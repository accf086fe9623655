import type { Autosave } from '../saving/autosave.ts';
import type { FlowWriter } from '../saving/flow-writer.ts';
import type { HistoryKeeper } from '../saving/history-keeper.ts';

export interface FlowSaver {
  readonly autosave: Autosave;
  readonly writer: FlowWriter;
  readonly history: HistoryKeeper;
}

/** Savers of the flows opened since the page was loaded. One that failed goes on trying after its flow was left. */
const savers = new Map<string, FlowSaver>();

export function findSaver(chatflowId: string): FlowSaver | undefined {
  return savers.get(chatflowId);
}

export function keepSaver(chatflowId: string, saver: FlowSaver): void {
  savers.set(chatflowId, saver);
}

/** Some fields take their text over when they are left. */
function endInput(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * Brings the last changes of every flow into safety, for whoever is about to close the page. Settles when they are on the server, or,
 * when that takes longer than 2 s or fails, are stored in this browser and come back when the flow is opened again.
 */
export async function flushFlow(): Promise<void> {
  endInput();
  await Promise.all([...savers.values()].flatMap(({ autosave, history }) => [autosave.secure(), history.keepNow()]));
}

/** The same for a page that is gone a moment later: nobody waits for an answer. */
export function leaveFlows(): void {
  endInput();
  for (const { autosave, history } of savers.values()) {
    autosave.leave();
    void history.keepNow();
  }
}

/** Tries again at once wherever the server did not answer. */
export function retrySaves(): void {
  for (const { autosave } of savers.values()) void autosave.flush();
}
