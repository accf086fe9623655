/**
 * Maps an async iterable with up to `ahead` items in work at once, in order. A failure ends it at the item that failed; the source
 * is closed however it ends.
 */
export async function* prefetch<In, Out>(
  source: AsyncIterable<In>,
  ahead: number,
  map: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const iterator = source[Symbol.asyncIterator]();
  const pending: Promise<Out>[] = [];
  let isDone = false;
  try {
    for (;;) {
      while (!isDone && pending.length < ahead) {
        const next = await iterator.next();
        if (next.done === true) {
          isDone = true;
          break;
        }
        const work = map(next.value);
        // Its turn to be awaited may come after another has failed; it must not count as unhandled then.
        work.catch(() => undefined);
        pending.push(work);
      }
      const first = pending.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await Promise.allSettled(pending);
    await iterator.return?.();
  }
}
