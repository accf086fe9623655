import type { ReactNode } from 'react';
import { formatCount } from '../../shared/text/format.ts';
import { classNames } from './class-names.ts';

export interface PageProps {
  readonly title: string;
  /** The place that the page lies in: a link back to it. */
  readonly back?: { readonly label: string; readonly href: string };
  /** How many things it shows. */
  readonly count?: number | undefined;
  /** Below the title: one line on what this is or how it stands. */
  readonly lead?: ReactNode;
  /** Links to its parts, below the title. */
  readonly tabs?: ReactNode;
  /** Buttons at the right of the title; at most one is primary. */
  readonly actions?: ReactNode;
  /**
   * `text` keeps lines short; `wide` is for lists and things side by side; `list` is as wide, and its content scrolls by
   * itself; `full` fills the window, and its content scrolls by itself.
   */
  readonly width?: 'text' | 'wide' | 'list' | 'full';
  readonly children: ReactNode;
}

/** A page of the window: its title, what can be done with it, and its content, which scrolls. */
export function Page({ title, back, count, lead, tabs, actions, width = 'text', children }: PageProps) {
  const isFull = width === 'full';
  const isFilled = isFull || width === 'list';
  return (
    <main className={classNames('h-full', isFilled ? 'flex flex-col overflow-hidden' : 'overflow-y-auto')}>
      <div
        className={classNames(
          'w-full',
          isFilled && 'flex min-h-0 flex-1 flex-col',
          !isFull && classNames('mx-auto max-w-320 px-8 pt-6', isFilled ? 'pb-4' : 'pb-10'),
          width === 'text' && '[&>:not(header)]:max-w-200',
        )}
      >
        <header
          className={classNames(
            'flex items-start justify-between gap-4',
            isFull ? classNames('px-8 pt-6', tabs === undefined ? 'border-b border-border pb-4' : 'pb-1') : 'mb-6',
          )}
        >
          <div className="min-w-0">
            {back === undefined ? null : (
              <a href={back.href} className="text-secondary text-muted hover:text-ink">
                ← {back.label}
              </a>
            )}
            <h1 className="truncate text-page font-semibold">
              {title}
              {count === undefined ? null : (
                <span className="tabular ml-2 text-section font-normal text-muted">{formatCount(count)}</span>
              )}
            </h1>
            {lead === undefined ? null : <div className="text-muted">{lead}</div>}
          </div>
          {actions === undefined ? null : <div className="flex shrink-0 flex-wrap justify-end gap-2">{actions}</div>}
        </header>
        {isFull && tabs !== undefined ? (
          <div className="border-b border-border px-8 [&>nav]:mb-0 [&>nav]:border-b-0">{tabs}</div>
        ) : (
          tabs
        )}
        {children}
      </div>
    </main>
  );
}
