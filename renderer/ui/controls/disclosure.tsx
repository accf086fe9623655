import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface DisclosureProps {
  readonly label: string;
  /** Beside the label: how many are inside, say. */
  readonly aside?: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The line that opens and closes what stands below it. */
export function Disclosure({ label, aside, isOpen, onToggle }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="-ml-1 flex min-h-7 items-center gap-1 self-start rounded-control px-1 text-left font-medium text-muted hover:text-ink"
      onClick={onToggle}
    >
      <ChevronRight
        aria-hidden="true"
        className={classNames('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
      />
      <span>{label}</span>
      {aside}
    </button>
  );
}
