import { formatCount } from '../../shared/text/format.ts';
import { classNames } from './class-names.ts';

export interface PageTab {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly count?: number | undefined;
}

/** Links to the parts of a page, one of which is open. `label` names them for screen readers. */
export function PageTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="mb-6 flex gap-1 overflow-x-auto overflow-y-hidden border-b border-border">
      {tabs.map(({ label: name, href, isCurrent, count }) => (
        <a
          key={href}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={classNames(
            'shrink-0 border-b-2 px-3 py-2 font-medium transition-colors duration-80',
            isCurrent ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {name}
          {count === undefined ? null : (
            <span className="tabular ml-1.5 text-secondary font-normal text-muted">{formatCount(count)}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
