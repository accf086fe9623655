import { create } from 'zustand';

/** What a question gets: the passages that were found, or an answer made of their sentences. */
export type AskView = 'passages' | 'answer';

const STORAGE_KEY = 'tributary.ask-view';

const useViewStore = create<{ readonly view: AskView }>()(() => ({
  view: localStorage.getItem(STORAGE_KEY) === 'answer' ? 'answer' : 'passages',
}));

export function useAskView(): AskView {
  return useViewStore(({ view }) => view);
}

/** Chooses it for all flows and stores, as long as this browser remembers it. */
export function chooseAskView(view: AskView): void {
  localStorage.setItem(STORAGE_KEY, view);
  useViewStore.setState({ view });
}
