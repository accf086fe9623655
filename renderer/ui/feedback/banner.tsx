import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface BannerProps {
  /** A warning by default; what is only good to know is shown more quietly. */
  readonly tone?: 'warning' | 'info';
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons of what can be done about it. */
  readonly actions: ReactNode;
}

/** A strip over the whole width for something that stays until it is settled. */
export function Banner({ tone = 'warning', title, children, actions }: BannerProps) {
  const isWarning = tone === 'warning';
  return (
    <div
      role={isWarning ? 'alert' : 'status'}
      className={classNames(
        'flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-2 [&>svg]:size-4 [&>svg]:shrink-0',
        isWarning ? 'bg-warning-soft [&>svg]:text-warning' : 'bg-accent-soft [&>svg]:text-accent',
      )}
    >
      {isWarning ? <TriangleAlert aria-hidden="true" /> : <Info aria-hidden="true" />}
      <p className="min-w-60 flex-1">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
