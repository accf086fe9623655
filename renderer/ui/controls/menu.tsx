import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { createContext, type ReactNode, use, useRef } from 'react';

export interface MenuItemProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** Of the keyboard, for the eye: `Ctrl+D`. */
  readonly keys?: string | undefined;
  readonly onSelect: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** Takes what is to be done when the menu is closed: an open one takes the focus back from whatever it goes to. */
const WhenClosed = createContext<(action: () => void) => void>((action) => action());

/** A line of a {@link Menu}. */
export function MenuItem({ icon, label, keys, onSelect, isDanger = false, isDisabled = false }: MenuItemProps) {
  const whenClosed = use(WhenClosed);
  return (
    <DropdownMenu.Item
      onSelect={() => whenClosed(onSelect)}
      disabled={isDisabled}
      className={`flex h-8 items-center gap-2 rounded px-2 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 ${isDanger ? 'text-danger' : '[&_svg]:text-muted'}`}
    >
      {icon}
      {label}
      {keys === undefined ? null : <span className="ml-auto pl-6 text-secondary text-muted">{keys}</span>}
    </DropdownMenu.Item>
  );
}

/** A line between groups of a {@link Menu}. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-border" />;
}

export interface MenuProps {
  /** What screen readers call the button: "More for Handbook". */
  readonly label: string;
  readonly children: ReactNode;
}

/** The "…" button of a row or page, with what else can be done with it. */
export function Menu({ label, children }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  function choose(action: () => void): void {
    chosen.current = action;
  }
  function onClosed(): void {
    const action = chosen.current;
    chosen.current = undefined;
    action?.();
  }
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={label}
        className="relative flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink data-[state=open]:bg-sunken"
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          onCloseAutoFocus={onClosed}
          className="z-50 min-w-44 rounded-control border border-border bg-raised p-1 shadow-float"
        >
          <WhenClosed value={choose}>{children}</WhenClosed>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
