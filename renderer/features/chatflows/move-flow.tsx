import { type FormEvent, useState } from 'react';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { hnsw } from '../../../shared/nodes/vectorstores/hnsw.ts';
import { qdrant } from '../../../shared/nodes/vectorstores/qdrant.ts';
import { t } from '../../../shared/texts/t.ts';
import { useChatflow, useMoveChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import type { NodePart } from '../../api/node-tools.ts';
import { ConnectionTest } from '../../forms/connection-test.tsx';
import { nodesOfKind, PartForm } from '../../forms/part-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/page.tsx';

const CHOICES = nodesOfKind('vectorstore');

interface StoreNode {
  readonly id: string;
  readonly label: string;
  readonly name: string;
}

function storesOf({ flowData }: Chatflow): StoreNode[] {
  return parseFlowDocument(flowData).nodes.flatMap(({ id, data: { name, label } }) =>
    findNodeDefinition(name)?.kind === 'vectorstore' ? [{ id, label, name }] : [],
  );
}

interface MoveFormProps {
  readonly chatflow: Chatflow;
  readonly stores: readonly StoreNode[];
  readonly first: StoreNode;
  readonly onStarted: (runId: string) => void;
}

function MoveForm({ chatflow, stores, first, onStarted }: MoveFormProps) {
  const [nodeId, setNodeId] = useState(first.id);
  const [part, setPart] = useState<NodePart>({ name: first.name === hnsw.name ? qdrant.name : hnsw.name, config: {} });
  const [keepsOld, setKeepsOld] = useState(false);
  const { mutate, error, isPending } = useMoveChatflow(chatflow.id);
  function submit(event: FormEvent) {
    event.preventDefault();
    mutate({ vectorStore: part, nodeId, keepsOld }, { onSuccess: ({ runId }) => onStarted(runId) });
  }
  return (
    <form aria-label={t('Move to another vector store')} className="flex max-w-160 flex-col gap-6" onSubmit={submit}>
      {stores.length === 1 ? null : (
        <Field label={t('What to move')}>
          {(control) => (
            <Select
              {...control}
              value={nodeId}
              options={stores.map(({ id, label }) => ({ value: id, label: label || id }))}
              onValueChange={setNodeId}
            />
          )}
        </Field>
      )}
      <section
        aria-label={t('New vector store')}
        className="flex flex-col gap-4 rounded-card border border-border bg-surface p-4"
      >
        <PartForm label={t('New vector store')} choices={CHOICES} part={part} onChange={setPart} />
        {findNodeDefinition(part.name)?.connects === true ? (
          <ConnectionTest key={part.name} part={part} label={t('Test connection')} />
        ) : null}
      </section>
      <Checkbox checked={keepsOld} onChange={setKeepsOld} label={t('Keep what is stored in the present collection')} />
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? t('Starting…') : t('Move')}
        </Button>
      </div>
    </form>
  );
}

export interface MoveFlowProps {
  readonly chatflowId: string;
  readonly backHref: string;
  readonly onStarted: (runId: string) => void;
}

/** Asks where what a flow has stored is to go. */
export function MoveFlow({ chatflowId, backHref, onStarted }: MoveFlowProps) {
  const query = useChatflow(chatflowId);
  return (
    <Page
      title={
        query.data === undefined
          ? t('Move to another vector store')
          : t('Move “{name}” to another vector store', { name: query.data.name })
      }
      back={{ label: t('Flows'), href: backHref }}
      lead={t(
        'Chunks, vectors and records go into a new collection there; nothing is embedded again. The present one answers until that is done.',
      )}
    >
      <QueryState query={query} loading={t('Loading the flow…')}>
        {(chatflow) => {
          const stores = storesOf(chatflow);
          const [first] = stores;
          return first === undefined ? (
            <EmptyState title={t('The flow has no vector store')}>{t('There is nothing to move.')}</EmptyState>
          ) : (
            <MoveForm chatflow={chatflow} stores={stores} first={first} onStarted={onStarted} />
          );
        }}
      </QueryState>
    </Page>
  );
}
