/** What was put in comes out in order, as it is asked for. */
export interface Mailbox<Item> extends AsyncIterable<Item> {
  put(item: Item): void;
  /** Ends the iteration, after what was put in before. */
  fail(error: unknown): void;
}

/** A queue between one who tells and one who iterates. */
export function createMailbox<Item>(): Mailbox<Item> {
  const items: Item[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake = Promise.withResolvers<void>();
  return {
    put(item) {
      items.push(item);
      wake.resolve();
    },
    fail(error) {
      failure ??= { error };
      wake.resolve();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield* items.splice(0, 1);
        if (failure !== undefined) throw failure.error;
        await wake.promise;
        wake = Promise.withResolvers();
      }
    },
  };
}
