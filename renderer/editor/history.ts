import type { EditName } from './difference/edit-words.ts';

/** Steps that can be taken back; more would only keep memory. */
export const HISTORY_LIMIT = 64;

/** A value at the other side of an edit. */
export interface Step<T> {
  readonly value: T;
  /** What was done between this value and the one next to it, towards the present; undefined where the values say it. */
  readonly name: EditName | undefined;
}

/** A value with its past and its undone future. */
export interface History<T> {
  readonly past: readonly Step<T>[];
  readonly present: T;
  readonly future: readonly Step<T>[];
  /** Changes of one group in a row are one step: a drag, a typed word. */
  readonly group: string | undefined;
}

/** How an edit is noted. */
export interface EditNote {
  /** An edit of the same group as the one before widens its step. */
  readonly group?: string | undefined;
  /** What undo calls it; otherwise it is called after what it changed. */
  readonly name?: EditName | undefined;
}

export function startHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], group: undefined };
}

/** Adds a step, or widens the last one when both are of the same group. */
export function record<T>(history: History<T>, present: T, { group, name }: EditNote = {}): History<T> {
  if (present === history.present) return history;
  if (group !== undefined && group === history.group) return { ...history, present, future: [] };
  const past = [...history.past, { value: history.present, name }].slice(-HISTORY_LIMIT);
  return { past, present, future: [], group };
}

export function undo<T>(history: History<T>): History<T> {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: step.value,
    future: [{ value: history.present, name: step.name }, ...history.future],
    group: undefined,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [step, ...future] = history.future;
  if (step === undefined) return history;
  return {
    past: [...history.past, { value: history.present, name: step.name }],
    present: step.value,
    future,
    group: undefined,
  };
}

/** Group of a text that is being typed: each word is a step of its own. */
export function typingGroup(field: string, text: string): string {
  const words = text.trimEnd().split(/\s+/).length;
  return `${field}#${words}`;
}
