import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { hrefOf } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { AboutSection } from './about/about-section.tsx';
import { ActivitySection } from './activity/activity-section.tsx';
import { AnswersSection } from './answers/answers-section.tsx';
import { BackupsSection } from './backups/backups-section.tsx';
import { GeneralSection } from './general/general-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { LimitsSection } from './keys/limits-section.tsx';
import { LogsSection } from './logs/logs-section.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { DataFolderSection } from './storage/data-folder-section.tsx';
import { WindowSection } from './window/window-section.tsx';

interface Section {
  /** In the address: `#/settings/<id>`. */
  readonly id: string;
  readonly label: string;
  readonly lead: string;
  readonly content: ReactNode;
}

/** The sections of the settings, in their order; the first is the one without a name in the address. */
const SECTIONS: readonly Section[] = [
  {
    id: 'general',
    label: t('General'),
    lead: t('How the window looks, and its keys.'),
    content: <GeneralSection />,
  },
  ...(window.tributary === undefined
    ? []
    : [
        {
          id: 'window',
          label: t('Window'),
          lead: t('How the app lives on this desktop.'),
          content: <WindowSection />,
        },
      ]),
  {
    id: 'data',
    label: t('Data folder'),
    lead: t('Flows, chunks, vectors and files all lie in one folder on this machine.'),
    content: <DataFolderSection />,
  },
  {
    id: 'models',
    label: t('Models'),
    lead: t('Models that turn text into vectors on this machine. Nothing leaves it.'),
    content: <ModelsSection />,
  },
  {
    id: 'answers',
    label: t('Answers'),
    lead: t('What writes the answers to questions.'),
    content: <AnswersSection />,
  },
  {
    id: 'keys',
    label: t('Keys and private mode'),
    lead: t('Who may call this server.'),
    content: <KeysSection />,
  },
  {
    id: 'limits',
    label: t('Port and limits'),
    lead: t('Where the server listens, and what it takes.'),
    content: <LimitsSection />,
  },
  {
    id: 'backups',
    label: t('Backups'),
    lead: t('Copies of the database, made after changes and checked when they are made.'),
    content: <BackupsSection />,
  },
  {
    id: 'activity',
    label: t('Activity'),
    lead: t('What the window has told you in this browser in the last 30 days.'),
    content: <ActivitySection />,
  },
  ...(window.tributary === undefined
    ? []
    : [
        {
          id: 'logs',
          label: t('Logs'),
          lead: t(
            'What server and window have written down, and what is known of crashes. It all stays on this machine.',
          ),
          content: <LogsSection />,
        },
      ]),
  {
    id: 'about',
    label: t('About'),
    lead: t('Versions, licences, and what stays on this machine.'),
    content: <AboutSection />,
  },
];

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
