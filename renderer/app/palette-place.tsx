import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../shared/texts/t.ts';
import { Palette } from '../features/palette/palette.tsx';
import { shownKeys } from '../keymap.ts';
import {
  closePalette,
  isPaletteDocked,
  openPalette,
  PALETTE_WIDTH,
  useEditorLayoutStore,
} from '../stores/editor-layout-store.ts';
import { Kbd } from '../ui/controls/kbd.tsx';
import { ResizeHandle } from '../ui/controls/resize-handle.tsx';
import { keyboard } from '../ui/platform.ts';

/** The palette beside the canvas, where somebody pinned it. */
export function PinnedPalette() {
  const isDocked = useEditorLayoutStore(isPaletteDocked);
  const width = useEditorLayoutStore((state) => state.paletteWidth);
  if (!isDocked) return null;
  return (
    <>
      <div className="shrink-0" style={{ width }}>
        <Palette isDocked />
      </div>
      <ResizeHandle
        label={t('Width of the nodes panel')}
        side="right"
        size={width}
        limits={PALETTE_WIDTH}
        onResize={(paletteWidth) => useEditorLayoutStore.setState({ paletteWidth })}
      />
    </>
  );
}

/** Closes when the pointer goes down anywhere else, and gives the focus back to what had it. */
function Floating({ children }: { readonly children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && region.current?.contains(target) !== true) closePalette();
    };
    window.addEventListener('pointerdown', onPress, true);
    return () => window.removeEventListener('pointerdown', onPress, true);
  }, []);
  return (
    <div ref={region} className="flex max-h-full max-w-full">
      {children}
    </div>
  );
}

/** Whether the palette was opened by the button, which then gets the focus back. */
let isOpenedByButton = false;

function AddButton() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpenedByButton && document.activeElement === document.body) button.current?.focus();
    isOpenedByButton = false;
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="pointer-events-auto flex h-9 items-center gap-1.5 rounded-card border border-border bg-raised pr-2 pl-2.5 font-medium shadow-card transition-colors duration-80 hover:bg-hover"
      onClick={() => {
        isOpenedByButton = true;
        openPalette();
      }}
    >
      <Plus aria-hidden="true" className="size-4 text-accent" />
      {t('Add node')}
      <span aria-hidden="true" className="ml-1 flex">
        <Kbd>{shownKeys('find-node', keyboard)}</Kbd>
      </span>
    </button>
  );
}

/** The corner of the canvas from which nodes are added: a button, and over it the palette. */
export function PaletteCorner() {
  const isDocked = useEditorLayoutStore(isPaletteDocked);
  const isOpen = useEditorLayoutStore((state) => state.isPaletteOpen);
  if (isDocked) return null;
  return (
    <div className="pointer-events-none absolute inset-3 z-10 flex items-start">
      {isOpen ? (
        <Floating>
          <Palette isDocked={false} />
        </Floating>
      ) : (
        <AddButton />
      )}
    </div>
  );
}
