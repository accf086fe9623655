import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import type { Point } from '../../../editor/flow-content.ts';
import { matchWords } from '../../../ui/match-words.ts';
import { CommandNoHit } from '../../../ui/no-hit.tsx';

/** A line of a {@link PickList}. */
export interface Pick {
  readonly key: string;
  readonly icon: ReactNode;
  readonly label: string;
  /** Other words to find it by. */
  readonly keywords: readonly string[];
  /** At the end of the line. */
  readonly note?: string | undefined;
  readonly onPick: () => void;
}

export interface PickGroup {
  readonly heading: string;
  readonly picks: readonly Pick[];
}

export interface PickListProps {
  readonly label: string;
  readonly placeholder: string;
  /** Where it opens, in window pixels. */
  readonly at: Point;
  readonly groups: readonly PickGroup[];
  readonly onClose: () => void;
}

function PickLine({ pick, onClose }: { readonly pick: Pick; readonly onClose: () => void }) {
  return (
    <Command.Item
      value={pick.key}
      keywords={[pick.label, ...pick.keywords]}
      onSelect={() => {
        onClose();
        pick.onPick();
      }}
      className="flex h-8 items-center gap-2 rounded px-2 data-[selected=true]:bg-hover"
    >
      {pick.icon}
      <span className="min-w-0 flex-1 truncate">{pick.label}</span>
      {pick.note === undefined ? null : <span className="text-secondary text-muted">{pick.note}</span>}
    </Command.Item>
  );
}

function Lines({ label, placeholder, groups, onClose }: Omit<PickListProps, 'at'>) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <Command label={label} filter={matchWords}>
      <Command.Input
        autoFocus
        // The best hit is the first: cmdk leaves the list where it was scrolled to.
        onValueChange={() => requestAnimationFrame(() => list.current?.scrollTo({ top: 0 }))}
        placeholder={placeholder}
        className="h-9 w-full border-b border-border bg-transparent px-3 outline-none placeholder:text-muted"
      />
      <Command.List ref={list} className="max-h-72 overflow-y-auto p-1">
        <CommandNoHit>{t('Nothing that fits here is called so.')}</CommandNoHit>
        {groups.map(({ heading, picks }) => (
          <Command.Group key={heading} heading={heading} className="cmdk-group">
            {picks.map((pick) => (
              <PickLine key={pick.key} pick={pick} onClose={onClose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

/** A list at a place of the canvas, searched by typing. */
export function PickList({ at, onClose, ...lines }: PickListProps) {
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor asChild>
        <div className="fixed size-px" style={{ left: at.x, top: at.y }} />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={lines.label}
          className="z-50 w-72 overflow-hidden rounded-card border border-border bg-raised shadow-float"
        >
          <Lines {...lines} onClose={onClose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
