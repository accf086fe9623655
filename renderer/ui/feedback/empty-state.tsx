import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  /** What will be here. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The first step. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-12 text-center [&>svg]:mb-1 [&>svg]:size-6 [&>svg]:text-muted">
      {icon}
      <p className="text-section font-semibold">{title}</p>
      {children === undefined ? null : <div className="max-w-96 text-muted">{children}</div>}
      {action === undefined ? null : <div className="mt-2">{action}</div>}
    </div>
  );
}
