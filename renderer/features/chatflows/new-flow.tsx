import { RadioGroup } from 'radix-ui';
import { type FormEvent, useId, useState } from 'react';
import type { ChatflowCreate, ChatflowName } from '../../../shared/api/chatflows.ts';
import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { freeName } from '../../../shared/flow/free-name.ts';
import { createApiConfigFor } from '../../../shared/flow/starter-flow.ts';
import { t } from '../../../shared/texts/t.ts';
import { useCreateChatflow, useFlowNames } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { namesOf } from '../../api/new-flow.ts';
import { type ReadyFlow, useTemplates } from '../../api/templates.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { FlowDrawing } from '../../ui/flow-drawing.tsx';
import { Page } from '../../ui/page.tsx';

const EMPTY: FlowDocument = { nodes: [], edges: [] };

const BLANK: ReadyFlow = {
  id: 'blank',
  name: t('New flow'),
  description: t('An empty canvas: drop documents on it, or draw.'),
  flow: EMPTY,
};

function toChatflow({ flow }: ReadyFlow, name: string): ChatflowCreate {
  const isEmpty = flow.nodes.length === 0;
  return {
    name,
    flowData: JSON.stringify(flow),
    ...(isEmpty ? {} : { apiConfig: JSON.stringify(createApiConfigFor(flow)) }),
  };
}

function BeginningCard({ beginning }: { readonly beginning: ReadyFlow }) {
  const { id, name, description, flow } = beginning;
  return (
    <RadioGroup.Item
      value={id}
      className="flex flex-col overflow-hidden rounded-card border border-border bg-surface text-left transition-colors duration-80 hover:border-border-strong data-[state=checked]:border-accent data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
    >
      <span className="flex h-28 w-full items-center justify-center border-b border-border bg-canvas p-3">
        {flow.nodes.length === 0 ? (
          <span className="h-16 w-28 rounded-control border border-dashed border-border-strong" />
        ) : (
          <FlowDrawing flow={flow} className="size-full" />
        )}
      </span>
      <span className="block px-4 py-3">
        <span className="block font-semibold">{id === 'blank' ? t('Empty canvas') : name}</span>
        <span className="mt-0.5 block text-secondary text-muted">{description}</span>
      </span>
    </RadioGroup.Item>
  );
}

export interface NewFlowProps {
  readonly backHref: string;
  readonly onOpen: (id: string) => void;
}

interface NewFlowFormProps {
  readonly beginnings: readonly ReadyFlow[];
  readonly flows: readonly ChatflowName[];
  readonly onOpen: (id: string) => void;
}

function NewFlowForm({ beginnings, flows, onOpen }: NewFlowFormProps) {
  const field = useId();
  const create = useCreateChatflow();
  const [chosen, setChosen] = useState('blank');
  /** Undefined: the name of what it begins as. */
  const [typed, setTyped] = useState<string>();
  const beginning = beginnings.find(({ id }) => id === chosen);
  const suggested = freeName(beginning?.name ?? t('New flow'), namesOf(flows));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (beginning === undefined) return;
    const name = typed?.trim() || suggested;
    create.mutate(toChatflow(beginning, name), {
      onSuccess: ({ id }) => onOpen(id),
      onError: (error) => showErrorToast(messageOf(error)),
    });
  }
  return (
    <form onSubmit={submit}>
      <div className="mb-6 flex items-end gap-2">
        <div className="w-100 max-w-full">
          <label htmlFor={field} className="mb-1 block font-medium">
            {t('Name')}
          </label>
          <TextInput
            id={field}
            autoFocus
            maxLength={255}
            value={typed ?? suggested}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTyped(event.target.value === '' ? undefined : event.target.value)}
          />
        </div>
        <Button type="submit" look="primary" disabled={create.isPending}>
          {t('Create flow')}
        </Button>
      </div>
      <RadioGroup.Root
        aria-label={t('Begin with')}
        value={chosen}
        onValueChange={setChosen}
        className="grid grid-cols-3 gap-4 max-xl:grid-cols-2 max-md:grid-cols-1"
      >
        {beginnings.map((one) => (
          <BeginningCard key={one.id} beginning={one} />
        ))}
      </RadioGroup.Root>
    </form>
  );
}

/** Asks what a new flow is called and what it begins as. */
export function NewFlow({ backHref, onOpen }: NewFlowProps) {
  const { data: flows = [] } = useFlowNames();
  const beginnings = [BLANK, ...useTemplates()];
  return (
    <Page
      title={t('New flow')}
      back={{ label: t('Flows'), href: backHref }}
      lead={t('Begin with an empty canvas, or with a flow that runs at once on sample documents.')}
      width="wide"
    >
      <NewFlowForm beginnings={beginnings} flows={flows} onOpen={onOpen} />
    </Page>
  );
}
