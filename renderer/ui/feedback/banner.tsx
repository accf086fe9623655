import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface BannerProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons of what can be done about it. */
  readonly actions: ReactNode;
}

/** A strip over the whole width for something that stays until it is settled. */
export function Banner({ title, children, actions }: BannerProps) {
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-warning-soft px-4 py-2"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
      <p className="min-w-60 flex-1">
        <strong className="font-semibold">{title}</strong> {children}
      </p>
      <div className="flex flex-wrap items-center gap-2">{actions}</div>
    </div>
  );
}
