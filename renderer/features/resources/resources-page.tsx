import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { useAllFeedback, useResource } from '../../api/resources.ts';
import { hrefOf } from '../../stores/router.ts';
import { Page } from '../../ui/page.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { FeedbackTab } from './feedback/feedback-tab.tsx';
import { apiKeyResource } from './kinds/api-key.tsx';
import { assistantResource } from './kinds/assistant.tsx';
import { credentialResource } from './kinds/credential.tsx';
import { toolResource } from './kinds/tool.tsx';
import { variableResource } from './kinds/variable.tsx';
import { ResourceBrowser } from './resource-browser.tsx';

/** In the order of the tabs. */
const LABELS = {
  credentials: t('Credentials'),
  'api-keys': t('API keys'),
  variables: t('Variables'),
  tools: t('Tools'),
  assistants: t('Assistants'),
  feedback: t('Feedback'),
} as const;
type Tab = keyof typeof LABELS;

function isTab(tab: string): tab is Tab {
  return Object.hasOwn(LABELS, tab);
}

/** How many there are of each; undefined while that is not known. */
function useCounts(): Readonly<Record<Tab, number | undefined>> {
  return {
    credentials: useResource(credentialResource.calls).data?.length,
    'api-keys': useResource(apiKeyResource.calls).data?.length,
    variables: useResource(variableResource.calls).data?.length,
    tools: useResource(toolResource.calls).data?.length,
    assistants: useResource(assistantResource.calls).data?.length,
    feedback: useAllFeedback({}).data?.pages[0]?.total,
  };
}

function bodyOf(tab: Tab, search: Readonly<Record<string, string>>): ReactNode {
  const { open } = search;
  switch (tab) {
    case 'credentials':
      return <ResourceBrowser key={tab} resource={credentialResource} open={open} />;
    case 'api-keys':
      return <ResourceBrowser key={tab} resource={apiKeyResource} open={open} />;
    case 'variables':
      return <ResourceBrowser key={tab} resource={variableResource} open={open} />;
    case 'tools':
      return <ResourceBrowser key={tab} resource={toolResource} open={open} />;
    case 'assistants':
      return <ResourceBrowser key={tab} resource={assistantResource} open={open} />;
    default:
      return <FeedbackTab search={search} />;
  }
}

export interface ResourcesPageProps {
  /** Which tab; the first one for a name that none has. */
  readonly tab: string | undefined;
  /** What follows in the address: the open row, the filters. */
  readonly search: Readonly<Record<string, string>> | undefined;
}

/** What flows and programs share: credentials, API keys, variables, tools, assistants; and what people say of answers. */
export function ResourcesPage({ tab = '', search = {} }: ResourcesPageProps) {
  const counts = useCounts();
  const shown = isTab(tab) ? tab : 'credentials';
  const tabs = Object.entries(LABELS).map(([name, label]) => ({
    label,
    href: hrefOf({ page: 'resources', tab: name }),
    isCurrent: name === shown,
    count: isTab(name) ? counts[name] : undefined,
  }));
  return (
    <Page title={t('Resources')} width="full" tabs={<PageTabs label={t('Kinds of resources')} tabs={tabs} />}>
      {bodyOf(shown, search)}
    </Page>
  );
}
