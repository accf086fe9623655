import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** Id of the palette's search box, by which the / command gives it the focus. */
export const PALETTE_SEARCH_ID = 'palette-search';

/** Id of the question's field, by which the query command gives it the focus. */
export const QUESTION_ID = 'query-question';

/** Name of the field of a node's name in the inspector, by which the rename command gives it the focus. */
export const NODE_NAME_FIELD = 'node-name';

/** On windows narrower than this, in pixels, the panels begin narrower too: the canvas comes first. */
const NARROW_WINDOW = 1400;
const isNarrow = typeof window !== 'undefined' && window.innerWidth < NARROW_WINDOW;

/** On windows narrower than this, in pixels, such as one at 200 %, the panels begin closed: both would cover the canvas. */
const TIGHT_WINDOW = 900;
const isTight = typeof window !== 'undefined' && window.innerWidth < TIGHT_WINDOW;

/** Limits of the panels' widths, in pixels. */
export const PALETTE_WIDTH = { min: 200, start: isNarrow ? 220 : 260, max: 420 } as const;
export const INSPECTOR_WIDTH = { min: 280, start: isNarrow ? 320 : 360, max: 640 } as const;

/** Of the drawer at the bottom, in pixels: it begins with enough for a few files, and leaves most of the flow in sight. */
const startHeight = typeof window === 'undefined' ? 400 : Math.round(window.innerHeight * 0.44);
export const DRAWER_HEIGHT = { min: 220, start: Math.min(520, Math.max(280, startHeight)), max: 1200 } as const;

/** Which panels of the editor are open, and how wide. The query panel is a tab of the right panel, which opens with it. */
interface EditorLayoutStore {
  readonly isPaletteOpen: boolean;
  readonly paletteWidth: number;
  readonly isInspectorOpen: boolean;
  readonly inspectorWidth: number;
  readonly isUpsertOpen: boolean;
  readonly drawerHeight: number;
  readonly isQueryOpen: boolean;
  readonly isShortcutSheetOpen: boolean;
  readonly isCommandPaletteOpen: boolean;
}

const start: EditorLayoutStore = {
  isPaletteOpen: !isTight,
  paletteWidth: PALETTE_WIDTH.start,
  isInspectorOpen: !isTight,
  inspectorWidth: INSPECTOR_WIDTH.start,
  isUpsertOpen: false,
  drawerHeight: DRAWER_HEIGHT.start,
  isQueryOpen: false,
  isShortcutSheetOpen: false,
  isCommandPaletteOpen: false,
};

export const useEditorLayoutStore = create<EditorLayoutStore>()(
  persist(() => start, {
    name: 'tributary.editor-layout',
    storage: createJSONStorage(() => localStorage),
    partialize: ({ isPaletteOpen, paletteWidth, isInspectorOpen, inspectorWidth, drawerHeight }) => ({
      isPaletteOpen,
      paletteWidth,
      isInspectorOpen,
      inspectorWidth,
      drawerHeight,
    }),
  }),
);

/** Opens the bottom drawer with the drop zone and the run. */
export function openUpsert(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: true });
}

export function closeUpsert(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: false });
}

/** Shows the query panel in the right panel, and puts the cursor into the question. */
export function openQuery(): void {
  useEditorLayoutStore.setState({ isQueryOpen: true });
  focusField(`#${QUESTION_ID}`);
}

/** Goes back to what the right panel was before: the settings, or closed. */
export function closeQuery(): void {
  useEditorLayoutStore.setState({ isQueryOpen: false });
}

/** Shows the tab of the settings in the right panel. */
export function openSettings(): void {
  useEditorLayoutStore.setState({ isInspectorOpen: true, isQueryOpen: false });
}

export function closeRightPanel(): void {
  useEditorLayoutStore.setState({ isInspectorOpen: false, isQueryOpen: false });
}

/** Focuses a field and marks its text: at once when it is on the screen, so that no key goes astray, else when its panel was drawn. */
function focusField(selector: string): void {
  const focusNow = () => {
    const input = document.querySelector(selector);
    if (!(input instanceof HTMLInputElement)) return false;
    input.focus();
    input.select();
    return true;
  };
  if (!focusNow()) requestAnimationFrame(focusNow);
}

/** Shows the palette and puts the cursor into its search box. */
export function focusPalette(): void {
  useEditorLayoutStore.setState({ isPaletteOpen: true });
  focusField(`#${PALETTE_SEARCH_ID}`);
}

/** Shows the inspector and puts the cursor into the selected node's name. */
export function focusNodeName(): void {
  openSettings();
  focusField(`input[name="${NODE_NAME_FIELD}"]`);
}
