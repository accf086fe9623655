import { useEditorLayoutStore } from '../stores/editor-layout-store.ts';

/** The box of the command palette, which is there before its list. */
export const PALETTE_INPUT =
  'h-11 w-full border-b border-border bg-transparent px-4 outline-none placeholder:text-muted';

export function closeCommandPalette(): void {
  useEditorLayoutStore.setState({ isCommandPaletteOpen: false });
}
