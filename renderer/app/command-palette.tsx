import { Dialog } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { GO_TO_PAGES } from '../../shared/pages.ts';
import { t } from '../../shared/texts/t.ts';
import { useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { VIEWS } from './pages.tsx';
import { closeCommandPalette, PALETTE_INPUT } from './palette-input.ts';

const PaletteList = lazy(async () => ({ default: (await import('./palette-list.tsx')).PaletteList }));

const PAGE_ICONS = new Map(GO_TO_PAGES.map((page) => [page, VIEWS[page].icon] as const));

/** The list is loaded when it is first opened; what is typed until then is in it, Enter too. */
function PaletteBody() {
  const [typed, setTyped] = useState('');
  const [isHurried, setHurried] = useState(false);
  const early = (
    <input
      aria-label={t('Find anything')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => (key === 'Enter' ? setHurried(true) : undefined)}
      className={PALETTE_INPUT}
    />
  );
  return (
    <Suspense fallback={early}>
      <PaletteList early={typed} isHurried={isHurried} icons={PAGE_ICONS} />
    </Suspense>
  );
}

/** Everything that can be found or done now, by its words. */
export function CommandPalette() {
  const isOpen = useEditorLayoutStore((state) => state.isCommandPaletteOpen);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : closeCommandPalette())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[16vh] left-1/2 z-50 w-140 max-w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden rounded-card border border-border bg-raised shadow-float"
        >
          <Dialog.Title className="sr-only">{t('Command palette')}</Dialog.Title>
          <PaletteBody />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
