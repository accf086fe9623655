import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type StatusTone = 'neutral' | 'active' | 'success' | 'warning' | 'danger';

/** How a state is shown. */
export interface StatusWords {
  readonly tone: StatusTone;
  readonly words: string;
}

const TONES: Readonly<Record<StatusTone, string>> = {
  neutral: 'bg-sunken text-muted',
  active: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

export interface StatusBadgeProps {
  readonly tone: StatusTone;
  readonly icon?: ReactNode;
  /** The state in a word or two: colour alone never says it. */
  readonly children: ReactNode;
}

/** The state of a row. */
export function StatusBadge({ tone, icon, children }: StatusBadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-secondary font-medium whitespace-nowrap [&_svg]:size-3',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
