type Listener = (kind: 'notice' | 'problem', message: string) => void;

const listeners = new Set<Listener>();

/** Hears of everything that a toast says, as long as the page is there. */
export function listenToToasts(listener: Listener): void {
  listeners.add(listener);
}

/** A toast says something. */
export function tellListeners(...said: Parameters<Listener>): void {
  for (const listener of listeners) listener(...said);
}
