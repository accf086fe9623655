import { Command as Cmdk } from 'cmdk';
import { FileText, History, Library, MessageCircleQuestion, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../shared/texts/t.ts';
import { useFlowNames } from '../api/chatflows.ts';
import { useStoreSummaries } from '../api/document-stores.ts';
import { useFoundSources } from '../api/find.ts';
import { navigate } from '../stores/router.ts';
import { useFoundRuns } from './use-found-runs.ts';

export interface FoundItem {
  /** The list reads the keywords of an entry once: what other words have found is another entry, so they belong to its value. */
  readonly value: string;
  readonly label: string;
  readonly keywords: readonly string[];
  readonly icon: ReactNode;
  readonly onRun: () => void;
}

function Group({
  title,
  items,
  renderItem,
}: {
  readonly title: string;
  readonly items: readonly FoundItem[];
  readonly renderItem: (item: FoundItem) => ReactNode;
}) {
  if (items.length === 0) return null;
  return (
    <Cmdk.Group heading={title} className="cmdk-group">
      {items.map(renderItem)}
    </Cmdk.Group>
  );
}

interface FindProps {
  readonly typed: string;
  readonly renderItem: (item: FoundItem) => ReactNode;
}

/** The question that was typed, put to all flows and stores. */
export function AskGroup({ typed, renderItem }: FindProps) {
  const question = typed.trim();
  if (question === '') return null;
  const item = {
    value: `ask ${typed}`,
    label: t('Ask everything: {question}', { question }),
    keywords: [typed],
    icon: <MessageCircleQuestion />,
    onRun: () => navigate({ page: 'ask', search: { q: question } }),
  };
  return <Group title={t('Ask')} renderItem={renderItem} items={[item]} />;
}

/** Flows, document stores, files and runs by name. */
export function FindGroups({ typed, renderItem }: FindProps) {
  const { data: flows = [] } = useFlowNames();
  const { data: stores = [] } = useStoreSummaries();
  const { data: sources = [] } = useFoundSources(typed);
  const runs = useFoundRuns(typed);
  return (
    <>
      <Group
        title={t('Flows')}
        renderItem={renderItem}
        items={flows.map(({ id, name }) => ({
          value: `flow ${id}`,
          label: name,
          keywords: ['flow'],
          icon: <Workflow />,
          onRun: () => navigate({ page: 'editor', chatflowId: id }),
        }))}
      />
      <Group
        title={t('Document stores')}
        renderItem={renderItem}
        items={stores.map(({ id, name }) => ({
          value: `store ${id}`,
          label: name,
          keywords: ['store', 'documents'],
          icon: <Library />,
          onRun: () => navigate({ page: 'store', storeId: id }),
        }))}
      />
      <Group
        title={t('Files and pages')}
        renderItem={renderItem}
        items={sources.map(({ ownerId, ownerName, source }) => ({
          value: `source ${ownerId} ${source} ${typed}`,
          label: t('{source} in {owner}', { source, owner: ownerName }),
          // What was typed is a part of the name, perhaps not the beginning of a word.
          keywords: [typed],
          icon: <FileText />,
          onRun: () => navigate({ page: 'contents', ownerId, search: { source } }),
        }))}
      />
      <Group
        title={t('Runs')}
        renderItem={renderItem}
        items={runs.map(({ id, label, keywords }) => ({
          value: `run ${id} ${keywords.join(' ')}`,
          label,
          keywords,
          icon: <History />,
          onRun: () => navigate({ page: 'run', runId: id }),
        }))}
      />
    </>
  );
}
