import { Bot, Library, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResourceUse } from '../../../../shared/api/resource-uses.ts';
import { t } from '../../../../shared/texts/t.ts';
import { hrefOf, type KnownRoute } from '../../../stores/router.ts';
import { QueryState, type QueryStateProps } from '../../../ui/feedback/query-state.tsx';

const LOOKS: Readonly<Record<ResourceUse['kind'], { readonly icon: ReactNode; readonly label: string }>> = {
  chatflow: { icon: <Workflow aria-hidden="true" />, label: t('Flow') },
  documentStore: { icon: <Library aria-hidden="true" />, label: t('Document store') },
  assistant: { icon: <Bot aria-hidden="true" />, label: t('Assistant') },
};

function routeOf({ kind, id }: ResourceUse): KnownRoute {
  if (kind === 'chatflow') return { page: 'editor', chatflowId: id };
  if (kind === 'documentStore') return { page: 'store', storeId: id };
  return { page: 'resources', tab: 'assistants', search: { open: id } };
}

/** A titled part of the details of a row. */
export function DetailSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-border pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

/** Links to what uses something. */
export function UseLinks({ uses }: { readonly uses: readonly ResourceUse[] }) {
  return (
    <ul aria-label={t('Used in')} className="flex flex-col">
      {uses.map((use) => (
        <li key={use.id}>
          <a
            href={hrefOf(routeOf(use))}
            className="-mx-2 flex min-h-8 items-center gap-2 rounded-control px-2 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
          >
            {LOOKS[use.kind].icon}
            <span className="min-w-0 flex-1 truncate">{use.name || t('Unnamed')}</span>
            <span className="text-secondary text-muted">{LOOKS[use.kind].label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export interface UseListProps {
  readonly query: QueryStateProps<readonly ResourceUse[]>['query'];
  /** What to say when nothing uses it. */
  readonly unused: string;
}

/** Where something is used. */
export function UseList({ query, unused }: UseListProps) {
  return (
    <DetailSection title={t('Used in')}>
      <QueryState query={query} loading={t('Looking through flows and stores…')}>
        {(uses) => (uses.length === 0 ? <p className="text-muted">{unused}</p> : <UseLinks uses={uses} />)}
      </QueryState>
    </DetailSection>
  );
}
