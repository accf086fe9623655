/** How long the second half of a write may go on after its run was stopped: a batch of records takes well under a second. */
const GRACE_MS = 5000;

/** Does what follows on something that is done already, also when the run is stopped meanwhile: then it has a few more seconds. */
export async function withGrace<T>(signal: AbortSignal, work: (soon: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => late.abort(signal.reason), GRACE_MS);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(late.signal);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}
