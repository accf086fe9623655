import {
  ChevronDown,
  CircleAlert,
  CodeXml,
  History,
  Layers,
  MessageCircleQuestion,
  Save,
  SlidersHorizontal,
  Upload,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { locale, t } from '../../shared/texts/t.ts';
import { runCommand } from '../commands/registry.ts';
import { shownKeys } from '../keymap.ts';
import { openApiPanel } from '../stores/api-panel-store.ts';
import { closeSettings, openSettings, useEditorLayoutStore } from '../stores/editor-layout-store.ts';
import { useFlowCheck, useQuestionCheck } from '../stores/flow/flow-check.ts';
import { isEmptyFlow, renameFlow, type SaveState, select, useFlowStore } from '../stores/flow/flow-store.ts';
import { navigate } from '../stores/router.ts';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { MenuItem } from '../ui/controls/menu.tsx';
import { Tooltip } from '../ui/controls/tooltip.tsx';
import { keyboard } from '../ui/platform.ts';

const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });

function saveWords(save: SaveState): string {
  if (save.status === 'saved')
    return save.at === undefined ? t('Saved') : t('Saved {time}', { time: clock.format(save.at) });
  if (save.status === 'saving') return t('Saving…');
  return save.status === 'unsaved' ? t('Unsaved changes') : t('Not saved');
}

/** How the flow stands to the one on the server, and behind it what has to do with that: saving now, and earlier versions. */
function SaveNote() {
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

/** The flow's name, edited where it stands: Enter or leaving keeps it, Escape takes it back. */
function NameField() {
  const name = useFlowStore((state) => state.name);
  const [draft, setDraft] = useState<string>();
  function keep() {
    const trimmed = draft?.trim() ?? '';
    if (trimmed !== '') renameFlow(trimmed);
    setDraft(undefined);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    // Without the draft, leaving the field keeps nothing.
    flushSync(() => setDraft(undefined));
    event.currentTarget.blur();
  }
  const shown = draft ?? name;
  return (
    <input
      aria-label={t('Name of the flow')}
      maxLength={255}
      spellCheck={false}
      className="-ml-2 h-8 max-w-80 min-w-16 truncate rounded-control border border-transparent bg-transparent px-2 font-semibold field-sizing-content hover:border-border focus-visible:border-accent"
      value={shown}
      title={shown}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}

function showFlow(): void {
  select([]);
  openSettings();
}

/** How many things keep the flow from running; leads to their list. */
function ProblemCount() {
  const isEmpty = useFlowStore((state) => isEmptyFlow(state.history.present));
  const { check, isOnlyAsked } = useFlowCheck();
  const { ownProblems } = useQuestionCheck();
  const problems = isOnlyAsked ? ownProblems : check.problems;
  const count = isEmpty ? 0 : problems.length;
  if (count === 0) return null;
  return (
    <Tooltip label={t('What keeps this flow from running')}>
      <Button look="quiet-warning" icon={<CircleAlert aria-hidden="true" />} onClick={showFlow}>
        {t('{count, plural, one {# problem} other {# problems}}', { count })}
      </Button>
    </Tooltip>
  );
}

/** Shows what belongs to the whole flow: its checklist, its schedule, its id. */
function FlowSettingsButton() {
  const isOpen = useEditorLayoutStore((state) => state.isInspectorOpen);
  return (
    <IconButton
      label={t('Flow settings')}
      icon={<SlidersHorizontal />}
      aria-pressed={isOpen}
      onClick={() => (isOpen ? closeSettings() : showFlow())}
    />
  );
}

export function EditorTopBar() {
  const name = useFlowStore((state) => state.name);
  const id = useFlowStore((state) => state.chatflowId);
  // One primary button a screen: the open drawer has its own.
  const upsertLook = useEditorLayoutStore((state) => (state.isUpsertOpen ? 'plain' : 'primary'));
  return (
    <header className="flex h-(--top-bar-height) shrink-0 items-center gap-2 border-b border-border bg-surface px-3">
      <h1 className="sr-only">{name}</h1>
      <div className="flex min-w-0 flex-1 items-center gap-2 pl-1">
        <NameField />
        <SaveNote />
      </div>
      <ProblemCount />
      {id === undefined ? null : (
        <IconButton
          label={t('Contents: what is stored')}
          icon={<Layers />}
          onClick={() => navigate({ page: 'contents', ownerId: id })}
        />
      )}
      <Button icon={<MessageCircleQuestion aria-hidden="true" />} onClick={() => runCommand('query')}>
        {t('Ask')}
      </Button>
      <Button
        icon={<CodeXml aria-hidden="true" />}
        disabled={id === undefined}
        onClick={() => (id === undefined ? undefined : openApiPanel({ kind: 'flow', id, name }))}
      >
        {t('API')}
      </Button>
      <Tooltip label={t('Load documents through this flow')} shortcut={shownKeys('upsert', keyboard)}>
        <Button look={upsertLook} icon={<Upload aria-hidden="true" />} onClick={() => runCommand('upsert')}>
          {t('Upsert')}
        </Button>
      </Tooltip>
      <FlowSettingsButton />
    </header>
  );
}
