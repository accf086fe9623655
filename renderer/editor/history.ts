/** Steps that can be taken back; more would only keep memory. */
export const HISTORY_LIMIT = 64;

/** A value with its past and its undone future. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Changes of one group in a row are one step: a drag, a typed word. */
  readonly group: string | undefined;
}

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], group: undefined };
}

/** Adds a step, or widens the last one when both are of the same group. */
export function record<T>(history: History<T>, present: T, group?: string): History<T> {
  if (present === history.present) return history;
  if (group !== undefined && group === history.group) return { ...history, present, future: [] };
  return { past: [...history.past, history.present].slice(-HISTORY_LIMIT), present, future: [], group };
}

/** The next change is a step of its own, whatever its group. */
export function closeGroup<T>(history: History<T>): History<T> {
  return history.group === undefined ? history : { ...history, group: undefined };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    group: undefined,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, group: undefined };
}

/** Group of a text that is being typed: each word is a step of its own. */
export function typingGroup(field: string, text: string): string {
  const words = text.trimEnd().split(/\s+/).length;
  return `${field}#${words}`;
}
