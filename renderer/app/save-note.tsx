import { ChevronDown, History, Save } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { locale, t } from '../../shared/texts/t.ts';
import { runCommand } from '../commands/registry.ts';
import { type SaveState, useFlowStore } from '../stores/flow/flow-store.ts';
import { classNames } from '../ui/class-names.ts';
import { MenuItem } from '../ui/controls/menu.tsx';

const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });

function saveWords(save: SaveState): string {
  if (save.status === 'saved')
    return save.at === undefined ? t('Saved') : t('Saved {time}', { time: clock.format(save.at) });
  if (save.status === 'saving') return t('Saving…');
  return save.status === 'unsaved' ? t('Unsaved changes') : t('Not saved');
}

/** How the flow stands to the one on the server, and behind it what has to do with that: saving now, and earlier versions. */
export function SaveNote() {
  const save = useFlowStore((state) => state.save);
  const isStuck = save.status === 'error' || save.status === 'conflict';
  return (
    <DropdownMenu.Root>
      <div role="status" className="shrink-0">
        <DropdownMenu.Trigger
          className={classNames(
            'tabular flex h-8 items-center gap-1 rounded-control px-1.5 text-secondary transition-colors duration-80 hover:bg-hover hover:text-ink data-[state=open]:bg-hover',
            isStuck ? 'font-medium text-warning' : 'text-muted',
          )}
        >
          {saveWords(save)}
          <ChevronDown aria-hidden="true" className="size-3.5" />
        </DropdownMenu.Trigger>
      </div>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          // The versions take the focus.
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-50 min-w-44 rounded-control border border-border bg-raised p-1 shadow-float"
        >
          <MenuItem icon={<Save aria-hidden="true" />} label={t('Save now')} onSelect={() => runCommand('save')} />
          <MenuItem
            icon={<History aria-hidden="true" />}
            label={t('Versions')}
            onSelect={() => runCommand('versions')}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
