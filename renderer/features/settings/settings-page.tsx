import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SECTIONS } from './sections.tsx';

function SectionLinks({ current }: { readonly current: string | undefined }) {
  return (
    <nav
      aria-label={t('Sections of the settings')}
      className="flex w-44 shrink-0 flex-col gap-0.5 max-lg:w-auto max-lg:flex-row max-lg:flex-wrap"
    >
      {SECTIONS.map(({ id, label }) => (
        <a
          key={id}
          href={hrefOf({ page: 'settings', section: id })}
          aria-current={id === current ? 'page' : undefined}
          className={classNames(
            'rounded-control px-3 py-1.5 transition-colors duration-80',
            id === current ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** The settings, in sections that have an address each. */
export function SettingsPage({ section }: { readonly section: string | undefined }) {
  const open = section === undefined ? SECTIONS[0] : SECTIONS.find(({ id }) => id === section);
  return (
    <Page title={t('Settings')} width="wide">
      <div className="flex gap-10 max-lg:flex-col max-lg:gap-6">
        <SectionLinks current={open?.id} />
        <div className="min-w-0 max-w-200 flex-1">
          {open === undefined ? (
            <EmptyState
              title={t('There is no such section')}
              action={
                <Button onClick={() => window.location.replace(hrefOf({ page: 'settings' }))}>
                  {t('Show the settings')}
                </Button>
              }
            >
              {t('The settings have no section “{section}”.', { section: section ?? '' })}
            </EmptyState>
          ) : (
            <>
              <h2 className="text-section font-semibold">{open.label}</h2>
              <p className="mb-6 text-muted">{open.lead}</p>
              <div>{open.content}</div>
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
