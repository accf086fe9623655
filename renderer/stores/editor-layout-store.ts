import { flushSync } from 'react-dom';
import { z } from 'zod';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** Id of the palette's search box, by which the / command gives it the focus. */
export const PALETTE_SEARCH_ID = 'palette-search';

/** Id of the question's field, by which the query command gives it the focus. */
export const QUESTION_ID = 'query-question';

/** Id of the button of the inspector that previews a node, by which the preview command presses it. */
export const PREVIEW_BUTTON_ID = 'preview-chunks';

/** Name of the field of a node's name in the inspector, by which the rename command gives it the focus. */
export const NODE_NAME_FIELD = 'node-name';

const hasWindow = typeof window !== 'undefined';

/** On windows narrower than this, in pixels, the panels begin narrower too: the canvas comes first. */
const NARROW_WINDOW = 1400;
const isNarrow = hasWindow && window.innerWidth < NARROW_WINDOW;

/** From this width of the window, in pixels, panels stand beside the canvas; below it they lie over it. */
const WIDE_WINDOW = 1100;
const wideWindow = hasWindow ? window.matchMedia(`(min-width: ${WIDE_WINDOW}px)`) : undefined;

/** Limits of the panels' widths, in pixels. */
export const PALETTE_WIDTH = { min: 200, start: isNarrow ? 220 : 260, max: 420 } as const;
export const INSPECTOR_WIDTH = { min: 280, start: isNarrow ? 320 : 360, max: 640 } as const;

/** Of the drawer at the bottom, in pixels: it begins with enough for a few files, and leaves most of the flow in sight. */
const startHeight = hasWindow ? Math.round(window.innerHeight * 0.44) : 400;
export const DRAWER_HEIGHT = { min: 220, start: Math.min(520, Math.max(280, startHeight)), max: 1200 } as const;

/** Which panels of the editor are open, and how wide. The query panel is a tab of the right panel, which opens with it. */
interface EditorLayoutStore {
  /** The flow that the open panels are about. */
  readonly panelsOf: string | undefined;
  /** Whether panels stand beside the canvas: the window is wide enough. */
  readonly isWide: boolean;
  /** Over the canvas, until a node is added. */
  readonly isPaletteOpen: boolean;
  /** Always open at the side, in windows that are wide enough. */
  readonly isPalettePinned: boolean;
  readonly paletteWidth: number;
  /** Open though no node is selected: opened by the user, to see the flow's own settings. A selected node brings the inspector by itself. */
  readonly isInspectorOpen: boolean;
  readonly inspectorWidth: number;
  readonly isUpsertOpen: boolean;
  /** The button that starts the upsert gets the focus as soon as it is there. */
  readonly isStartWanted: boolean;
  readonly drawerHeight: number;
  readonly isQueryOpen: boolean;
  readonly isShortcutSheetOpen: boolean;
  readonly isCommandPaletteOpen: boolean;
}

const start: EditorLayoutStore = {
  panelsOf: undefined,
  isWide: wideWindow?.matches ?? true,
  isPaletteOpen: false,
  isPalettePinned: false,
  paletteWidth: PALETTE_WIDTH.start,
  isInspectorOpen: false,
  inspectorWidth: INSPECTOR_WIDTH.start,
  isUpsertOpen: false,
  isStartWanted: false,
  drawerHeight: DRAWER_HEIGHT.start,
  isQueryOpen: false,
  isShortcutSheetOpen: false,
  isCommandPaletteOpen: false,
};

const sizeWithin = ({ min, start: first, max }: { min: number; start: number; max: number }) =>
  z
    .number()
    .transform((size) => Math.min(max, Math.max(min, size)))
    .catch(first);

/** What is stored in this browser. Whatever is missing or invalid gets its default; what only older versions stored is left out. */
const StoredLayoutSchema = z
  .object({
    isPalettePinned: z.boolean().catch(false),
    paletteWidth: sizeWithin(PALETTE_WIDTH),
    inspectorWidth: sizeWithin(INSPECTOR_WIDTH),
    drawerHeight: sizeWithin(DRAWER_HEIGHT),
  })
  .catch({
    isPalettePinned: start.isPalettePinned,
    paletteWidth: start.paletteWidth,
    inspectorWidth: start.inspectorWidth,
    drawerHeight: start.drawerHeight,
  });

/** What the layout was when the window was last closed. */
export function readStoredLayout(stored: unknown): z.infer<typeof StoredLayoutSchema> {
  return StoredLayoutSchema.parse(stored);
}

export const useEditorLayoutStore = create<EditorLayoutStore>()(
  persist(() => start, {
    name: 'tributary.editor-layout',
    storage: createJSONStorage(() => localStorage),
    partialize: ({ isPalettePinned, paletteWidth, inspectorWidth, drawerHeight }) => ({
      isPalettePinned,
      paletteWidth,
      inspectorWidth,
      drawerHeight,
    }),
    merge: (stored, current) => ({ ...current, ...readStoredLayout(stored) }),
  }),
);

wideWindow?.addEventListener('change', ({ matches }) => useEditorLayoutStore.setState({ isWide: matches }));

/** Whether the palette stands beside the canvas. */
export function isPaletteDocked({ isPalettePinned, isWide }: EditorLayoutStore): boolean {
  return isPalettePinned && isWide;
}

/** From now on panels are about this flow: those that were opened for another one close. */
export function beginPanelsOf(chatflowId: string): void {
  if (useEditorLayoutStore.getState().panelsOf === chatflowId) return;
  const { isPaletteOpen, isInspectorOpen, isUpsertOpen, isStartWanted, isQueryOpen } = start;
  useEditorLayoutStore.setState({
    panelsOf: chatflowId,
    isPaletteOpen,
    isInspectorOpen,
    isUpsertOpen,
    isStartWanted,
    isQueryOpen,
  });
}

/** Opens the bottom drawer with the drop zone and the run. */
export function openUpsert(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: true });
}

/** Opens the drawer for an upsert that is ready: its button gets the focus. */
export function openUpsertToStart(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: true, isStartWanted: true });
}

export function closeUpsert(): void {
  useEditorLayoutStore.setState({ isUpsertOpen: false, isStartWanted: false });
}

/** Shows the query panel in the right panel, and puts the cursor into the question. */
export function openQuery(): void {
  focusField(`#${QUESTION_ID}`, () => useEditorLayoutStore.setState({ isQueryOpen: true }));
}

/** Goes back to what the right panel was before: the settings of a selected node or the flow, or closed. */
export function closeQuery(): void {
  useEditorLayoutStore.setState({ isQueryOpen: false });
}

/** Shows the settings in the right panel: those of the selection, or else of the flow. */
export function openSettings(): void {
  useEditorLayoutStore.setState({ isInspectorOpen: true, isQueryOpen: false });
}

/** Closes the right panel, unless a selected node keeps it open. */
export function closeSettings(): void {
  useEditorLayoutStore.setState({ isInspectorOpen: false, isQueryOpen: false });
}

/** Focuses a field and marks its text. Its panel is drawn before the next key: one that came in between would be marked too, and replaced by the key after it. */
function focusField(selector: string, show: () => void): void {
  flushSync(show);
  const input = document.querySelector(selector);
  if (!(input instanceof HTMLInputElement)) return;
  input.focus();
  input.select();
}

/** Shows the palette and puts the cursor into its search box. */
export function openPalette(): void {
  focusField(`#${PALETTE_SEARCH_ID}`, () => {
    if (!isPaletteDocked(useEditorLayoutStore.getState())) useEditorLayoutStore.setState({ isPaletteOpen: true });
  });
}

/** Closes the palette that lies over the canvas; one at the side stays. */
export function closePalette(): void {
  useEditorLayoutStore.setState({ isPaletteOpen: false });
}

/** Puts the palette to the side, where it stays, or back over the canvas. */
export function setPalettePinned(isPalettePinned: boolean): void {
  useEditorLayoutStore.setState({ isPalettePinned, isPaletteOpen: !isPalettePinned });
}

/** Takes the palette away, from the side too, or opens it. */
export function togglePalette(): void {
  const layout = useEditorLayoutStore.getState();
  if (isPaletteDocked(layout)) useEditorLayoutStore.setState({ isPalettePinned: false, isPaletteOpen: false });
  else if (layout.isPaletteOpen) closePalette();
  else openPalette();
}

/** Puts the cursor into the selected node's name. */
export function focusNodeName(): void {
  focusField(`input[name="${NODE_NAME_FIELD}"]`, closeQuery);
}

/** Shows the inspector and previews the selected node in it. */
export function startPreview(): void {
  flushSync(closeQuery);
  const button = document.getElementById(PREVIEW_BUTTON_ID);
  button?.scrollIntoView({ block: 'nearest' });
  button?.focus();
  button?.click();
}
