import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { commandsOf, type NamedCommand } from '../../shared/commands/command-table.ts';
import { t } from '../../shared/texts/t.ts';
import { CANVAS_KEYS, shownCombo, shownKeys } from '../keymap.ts';
import { useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Kbd } from '../ui/controls/kbd.tsx';
import { isMac, keyboard } from '../ui/platform.ts';

interface Row {
  readonly label: string;
  readonly keys: string;
}

const canvasRows: readonly Row[] = CANVAS_KEYS.map(({ label, keys }) => ({ label, keys: shownCombo(keys, isMac) }));

function rowsOf(commands: readonly NamedCommand[]): readonly Row[] {
  return commands.flatMap(({ id, label }) => {
    const keys = shownKeys(id, keyboard);
    return keys === undefined ? [] : [{ label, keys }];
  });
}

function Section({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section className="break-inside-avoid pb-5">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.label} className="flex h-8 items-center justify-between gap-4">
            <dt className="truncate text-muted">{row.label}</dt>
            <dd className="shrink-0">
              <Kbd>{row.keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Reading needs no button: the focus goes to the sheet, not to its first control. */
function focusDialog(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

export function ShortcutSheet() {
  const isOpen = useEditorLayoutStore((state) => state.isShortcutSheetOpen);
  const close = () => useEditorLayoutStore.setState({ isShortcutSheetOpen: false });
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusDialog}
          className="fixed top-1/2 left-1/2 z-50 max-h-[86vh] w-190 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card border border-border bg-raised shadow-float"
        >
          <div className="flex items-center justify-between pt-4 pr-3 pl-6">
            <Dialog.Title className="text-section font-semibold">{t('Keyboard shortcuts')}</Dialog.Title>
            <IconButton label={t('Close')} icon={<X />} onClick={close} />
          </div>
          <div className="columns-2 gap-10 px-6 pt-3 pb-2">
            <Section title={t('Flow')} rows={rowsOf(commandsOf('flow'))} />
            <Section title={t('Canvas')} rows={canvasRows} />
            <Section title={t('View')} rows={rowsOf(commandsOf('view'))} />
            <Section title={t('Edit')} rows={rowsOf(commandsOf('edit'))} />
            <Section title={t('Pages')} rows={rowsOf(commandsOf('page'))} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
