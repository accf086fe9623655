import { create } from 'zustand';

interface RetainedElements {
  /** The node that has the focus. */
  readonly focusedId: string | undefined;
  /** What the pointer is over, where the flow is painted. */
  readonly hoveredId: string | undefined;
  readonly hoveredKey: string | undefined;
}

const nothing: RetainedElements = { focusedId: undefined, hoveredId: undefined, hoveredKey: undefined };

/** What has to be made of elements wherever it lies, because somebody is about to act on it. */
export const useRetainedStore = create<RetainedElements>()(() => nothing);

export function forgetRetained(): void {
  useRetainedStore.setState(nothing);
}
