import { create } from 'zustand';
import type { Draft } from './resource.ts';

/** What was typed into forms and not saved, by form: `tools/new`. It stays while another row or page is shown. */
const useDraftStore = create<{ readonly edits: Readonly<Record<string, Draft>> }>(() => ({ edits: {} }));

const NOTHING: Draft = {};

/** What was typed into a form and not saved. */
export function useEdits(form: string): Draft {
  return useDraftStore(({ edits }) => edits[form] ?? NOTHING);
}

/** The forms that have something that is not saved. */
export function useEditedForms(): ReadonlySet<string> {
  const edits = useDraftStore((state) => state.edits);
  return new Set(Object.keys(edits));
}

/** Keeps what was typed; without fields it is forgotten. */
export function keepEdits(form: string, edited: Draft): void {
  useDraftStore.setState(({ edits }) => {
    const others = Object.fromEntries(Object.entries(edits).filter(([key]) => key !== form));
    return { edits: Object.keys(edited).length === 0 ? others : { ...others, [form]: edited } };
  });
}
