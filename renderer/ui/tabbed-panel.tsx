import { X } from 'lucide-react';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './controls/icon-button.tsx';

export interface PanelTab {
  readonly id: string;
  readonly label: string;
  /** Puts the tab in front. Called again when it is there already. */
  readonly onSelect: () => void;
  readonly content: ReactNode;
}

export interface TabbedPanelProps {
  /** What the tabs are about, for screen readers. */
  readonly label: string;
  readonly selected: string;
  readonly tabs: readonly PanelTab[];
  readonly onClose: () => void;
  readonly closeLabel: string;
}

/** A region of the window with several sheets, of which one is in front; each scrolls by itself. */
export function TabbedPanel({ label, selected, tabs, onClose, closeLabel }: TabbedPanelProps) {
  return (
    // A tab may move the focus when it is selected, so walking over the tabs by keys selects none.
    <Tabs.Root value={selected} activationMode="manual" className="flex h-full min-h-0 min-w-0 flex-col bg-surface">
      <header className="flex h-10 shrink-0 items-stretch justify-between gap-2 border-b border-border pr-1 pl-2">
        <Tabs.List aria-label={label} className="flex">
          {tabs.map((tab) => (
            <Tabs.Trigger
              key={tab.id}
              value={tab.id}
              onClick={tab.onSelect}
              className="relative px-2.5 font-medium text-muted transition-colors duration-80 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2.5 data-[state=active]:after:-bottom-px data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-accent"
            >
              {tab.label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <div className="flex items-center">
          <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
        </div>
      </header>
      {tabs.map((tab) => (
        <Tabs.Content key={tab.id} value={tab.id} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          {tab.content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
