import { create } from 'zustand';

/** Which panels of the editor are open. At most one thing is over the right side: the ask panel, else the inspector. */
interface EditorLayout {
  readonly isPaletteOpen: boolean;
  readonly isInspectorOpen: boolean;
  readonly isUpsertOpen: boolean;
  readonly isAskOpen: boolean;
  readonly isShortcutSheetOpen: boolean;
  readonly isCommandPaletteOpen: boolean;
}

interface EditorLayoutStore extends EditorLayout {
  readonly set: (layout: Partial<EditorLayout>) => void;
}

export const useEditorLayoutStore = create<EditorLayoutStore>()((set) => ({
  isPaletteOpen: true,
  isInspectorOpen: true,
  isUpsertOpen: false,
  isAskOpen: false,
  isShortcutSheetOpen: false,
  isCommandPaletteOpen: false,
  set: (layout) => set(layout),
}));

/** Opens the bottom drawer with the drop zone and the run. */
export function openUpsert(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: true });
}

export function closeUpsert(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: false });
}

/** Opens the ask panel on the right, over the inspector. */
export function openAsk(): void {
  useEditorLayoutStore.setState({ isAskOpen: true });
}

export function closeAsk(): void {
  useEditorLayoutStore.setState({ isAskOpen: false });
}
