import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

export interface TooltipProps {
  readonly label: ReactNode;
  readonly shortcut?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactNode;
}

/** Words on hover and focus for a control that has none of its own. Needs {@link TooltipProvider} above it. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          className="z-60 flex max-w-72 items-center gap-2 rounded-control border border-border bg-raised px-2 py-1 text-secondary text-ink shadow-float"
        >
          {label}
          {shortcut === undefined ? null : <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Radix.Provider delayDuration={500}>{children}</Radix.Provider>;
}
