import { Command as Cmdk } from 'cmdk';
import { FileText, History, Library, MessageCircleQuestion, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Run } from '../../shared/api/runs.ts';
import { t } from '../../shared/texts/t.ts';
import { useFlowNames } from '../api/chatflows.ts';
import { useStoreSummaries } from '../api/document-stores.ts';
import { useFoundSources, useFoundRuns as useRuns } from '../api/find.ts';
import { useRunOwners } from '../api/run-list.ts';
import { navigate } from '../stores/router.ts';
import { timeWords } from '../ui/time-words.ts';

/** A run as the palette lists it. */
interface FoundRun {
  readonly id: string;
  readonly label: string;
  /** What it is found by, beside its label. */
  readonly keywords: readonly string[];
}

/** Runs by the names of their flows or stores, their results and dates, and those with a file that is named like what was typed. */
function useFoundRuns(typed: string): readonly FoundRun[] {
  const owners = useRunOwners() ?? [];
  const { newest, withFile } = useRuns(typed);
  const names = new Map(owners.map(({ id, name }) => [id, name]));
  const now = new Date();
  const describe = (run: Run, hasFile: boolean): FoundRun => {
    const name = names.get(run.chatflowId) ?? t('a deleted flow or store');
    const label = t(
      'Run of {name}, {status, select, QUEUED {waiting} RUNNING {running} FINISHED {finished} FAILED {failed} CANCELLED {cancelled} UNDONE {undone} other {cut off}} {when}',
      {
        name,
        status: run.undoneDate === undefined ? run.status : 'UNDONE',
        when: timeWords(new Date(run.createdDate), now),
      },
    );
    return { id: run.id, label, keywords: hasFile ? [typed] : [] };
  };
  const found = new Map(newest.map((run) => [run.id, describe(run, false)]));
  for (const run of withFile) found.set(run.id, describe(run, true));
  return [...found.values()];
}

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
