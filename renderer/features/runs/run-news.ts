const CHANNEL = 'tributary.runs';

/** Tells the other windows of this browser that a run of a flow has begun. */
export function tellOfRun(chatflowId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(chatflowId);
  channel.close();
}

/** Calls when another window has begun a run of the flow, and when the person comes back to this window: a script may have begun one. @returns what ends it */
export function onNewsOfRuns(chatflowId: string, onNews: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === chatflowId) onNews();
  };
  window.addEventListener('focus', onNews);
  return () => {
    channel.close();
    window.removeEventListener('focus', onNews);
  };
}
