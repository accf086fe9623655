import type { ReactNode } from 'react';
import { pageRow, RAIL_PAGES } from '../../shared/pages.ts';
import { t } from '../../shared/texts/t.ts';
import { useOwnerKind } from '../api/overview.ts';
import { hrefOf, type Route } from '../stores/router.ts';
import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/controls/tooltip.tsx';
import { VIEWS } from './pages.tsx';

interface RailLinkProps {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isCurrent: boolean;
}

function RailLink({ href, label, icon, isCurrent }: RailLinkProps) {
  return (
    <Tooltip label={label} side="right">
      <a
        href={href}
        aria-label={label}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex size-10 items-center justify-center rounded-control transition-colors duration-80 [&_svg]:size-5',
          isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-hover hover:text-ink',
        )}
      >
        {icon}
      </a>
    </Tooltip>
  );
}

/** What is in a flow or a store, its map and its tester belong to the place of the owner. */
const PAGE_OF_OWNER = { chatflow: 'flows', documentStore: 'stores' } as const;

/** The strip at the left edge of the window that leads to its pages. */
export function Rail({ route: current }: { readonly route: Route }) {
  const kind = useOwnerKind('ownerId' in current ? current.ownerId : undefined);
  const page = kind === undefined ? current.page : PAGE_OF_OWNER[kind];
  const place = page === 'unknown' ? undefined : (pageRow(page).under ?? page);
  return (
    <nav
      aria-label={t('Main')}
      className="flex w-(--rail-width) shrink-0 flex-col items-center gap-1 border-r border-border bg-surface py-2 [&>:last-child]:mt-auto"
    >
      {/* The mark, from the same file as the icon of the page. */}
      <img src="./icon.svg" alt="" width={28} height={28} className="my-1.5 mb-3 shrink-0" />
      {RAIL_PAGES.map((name) => (
        <RailLink
          key={name}
          href={hrefOf({ page: name })}
          label={pageRow(name).rail ?? pageRow(name).title}
          icon={VIEWS[name].icon}
          isCurrent={name === place}
        />
      ))}
    </nav>
  );
}
