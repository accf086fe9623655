import { History, KeyRound, Library, MessageCircleQuestion, Settings, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../shared/texts/t.ts';
import type { KnownRoute, Route } from '../stores/router.ts';

export interface Place {
  readonly label: string;
  readonly icon: ReactNode;
  readonly route: KnownRoute;
  /** The pages that belong to it. */
  readonly pages: readonly Route['page'][];
}

/** The places of the rail, from top to bottom: Ask everything, Flows, Stores, Runs, Resources, Settings. */
export const PLACES: readonly Place[] = [
  {
    label: t('Ask everything'),
    icon: <MessageCircleQuestion aria-hidden="true" />,
    route: { page: 'ask' },
    pages: ['ask'],
  },
  {
    label: t('Flows'),
    icon: <Workflow aria-hidden="true" />,
    route: { page: 'flows' },
    pages: ['flows', 'editor', 'bin'],
  },
  {
    label: t('Stores'),
    icon: <Library aria-hidden="true" />,
    route: { page: 'stores' },
    pages: ['stores', 'store'],
  },
  { label: t('Runs'), icon: <History aria-hidden="true" />, route: { page: 'runs' }, pages: ['runs', 'run'] },
  {
    label: t('Resources'),
    icon: <KeyRound aria-hidden="true" />,
    route: { page: 'resources' },
    pages: ['resources'],
  },
  {
    label: t('Settings'),
    icon: <Settings aria-hidden="true" />,
    route: { page: 'settings' },
    pages: ['settings', 'api'],
  },
];
