/**
 * Begins the work of up to `ahead` items of an async iterable at once, and gives what comes of it in order. A failure ends it at the item that failed;
 * the source is closed however it ends, once nothing is in work any more.
 * @param start begins the work of an item, which may be in several pieces
 */
export async function* prefetchPieces<In, Out>(
  source: AsyncIterable<In>,
  ahead: number,
  start: (item: In) => Promise<readonly Promise<Out>[]>,
): AsyncGenerator<Out> {
  const iterator = source[Symbol.asyncIterator]();
  const pending: Promise<readonly Promise<Out>[]>[] = [];
  const works = new Set<Promise<unknown>>();
  let isDone = false;

  function watch<T>(work: Promise<T>): Promise<T> {
    works.add(work);
    const end = () => works.delete(work);
    // Its turn to be awaited may come after another has failed; it must not count as unhandled then.
    work.then(end, end);
    return work;
  }

  try {
    for (;;) {
      while (!isDone && pending.length < ahead) {
        const next = await iterator.next();
        if (next.done === true) {
          isDone = true;
          break;
        }
        pending.push(watch(start(next.value).then((pieces) => pieces.map(watch))));
      }
      const first = pending.shift();
      if (first === undefined) return;
      for (const piece of await first) yield await piece;
    }
  } finally {
    // An item in work may still begin its pieces.
    while (works.size > 0) await Promise.allSettled(works);
    await iterator.return?.();
  }
}

/** Maps an async iterable with up to `ahead` items in work at once, in order, as {@link prefetchPieces} does. */
export function prefetch<In, Out>(
  source: AsyncIterable<In>,
  ahead: number,
  map: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  return prefetchPieces(source, ahead, async (item) => [map(item)]);
}
