export interface NumberedEvent<Event> {
  readonly id: number;
  readonly event: Event;
}

export type EventListener<Event> = (event: NumberedEvent<Event>) => void;

/** Events of work that goes on, for whoever looks on, also from the middle, or once more after a break. */
export interface EventStream<Event> {
  /** Numbers an event, from 1, stores it and passes it on. */
  append(event: Event): void;
  /** Passes an event on that need not be stored; it has the number of the last one. */
  pass(event: Event): void;
  /**
   * The stored events after `afterId` at once (0: all), then each as it comes, until the returned function is called.
   * @param welcome follows on the stored ones, for this listener alone
   */
  subscribe(listener: EventListener<Event>, afterId: number, welcome?: Event): () => void;
}

/**
 * Begins a stream.
 * @param stored the most events that are stored; a subscriber further behind gets only those
 */
export function createEventStream<Event>(stored: number): EventStream<Event> {
  const events: NumberedEvent<Event>[] = [];
  const listeners = new Set<EventListener<Event>>();
  let lastId = 0;

  return {
    append(event) {
      lastId += 1;
      const numbered = { id: lastId, event };
      events.push(numbered);
      if (events.length > stored) events.shift();
      for (const listener of listeners) listener(numbered);
    },
    pass(event) {
      for (const listener of listeners) listener({ id: lastId, event });
    },
    subscribe(listener, afterId, welcome) {
      for (const event of events) if (event.id > afterId) listener(event);
      if (welcome !== undefined) listener({ id: lastId, event: welcome });
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
