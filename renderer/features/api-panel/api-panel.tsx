import { Info, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { isNote } from '../../../shared/flow/flow-document.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import {
  flowQueryCall,
  flowUpsertCall,
  storeQueryCall,
  storeRefreshCall,
  storeUpsertCall,
  uploadsOf,
} from '../../../shared/snippets/example-calls.ts';
import { t } from '../../../shared/texts/t.ts';
import { hasServerKey } from '../../api/access.ts';
import { useChatflow, useUpdateChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { apiKeyCalls, useResource } from '../../api/resources.ts';
import { enabledOverrides, type NodeRef } from '../../editor/override-config.ts';
import { type OverrideSwitch, overrideSwitches } from '../../editor/override-switches.ts';
import { closeApiPanel, useApiPanelStore } from '../../stores/api-panel-store.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { flushFlow } from '../../stores/flow/flush-flow.ts';
import { switchOverride } from '../../stores/flow/override-edits.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { SwitchRow } from '../../ui/controls/switch-row.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import type { CallChoice } from './call-choice.ts';
import { CallExamples } from './call-examples.tsx';

interface NodeSwitches {
  readonly node: NodeRef;
  readonly items: readonly { readonly item: OverrideSwitch; readonly isOn: boolean }[];
}

function useSwitches(): readonly NodeSwitches[] {
  const { graph, apiConfig } = useFlowStore((state) => state.history.present);
  return graph.nodes.flatMap((each) => {
    const definition = isNote(each) ? undefined : findNodeDefinition(each.data.name);
    if (definition === undefined) return [];
    const node = { id: each.id, label: each.data.label };
    const enabled = enabledOverrides(apiConfig, node);
    const items = overrideSwitches(definition).map((item) => ({
      item,
      isOn: [item.name, ...item.otherNames].some((name) => enabled.has(name)),
    }));
    return items.length === 0 ? [] : [{ node, items }];
  });
}

function NodeGroup({ node, items }: NodeSwitches) {
  const count = items.filter(({ isOn }) => isOn).length;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label={node.label} className="border-b border-border py-1 last:border-b-0">
      <Disclosure
        label={node.label}
        aside={
          <span className="tabular pl-1 font-normal">
            {count === 0 ? t('none') : t('{count} of {total}', { count, total: items.length })}
          </span>
        }
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen
        ? items.map(({ item, isOn }) => (
            <SwitchRow
              key={item.name}
              title={item.title}
              name={item.name}
              isOn={isOn}
              onChange={(enabled) => switchOverride(node, item, enabled)}
            />
          ))
        : null}
    </section>
  );
}

/** Which settings of the open flow a call may override, node by node; the examples follow. */
function FlowOverrides() {
  const groups = useSwitches();
  return (
    <section aria-label={t('What calls may override')} className="flex flex-col gap-1">
      <h3 className="font-semibold">{t('What calls may override')}</h3>
      <p className="text-secondary text-muted">
        {t('What is on stands in the example as overrideConfig, and changes a setting for that call only.')}
      </p>
      <div>
        {groups.map((group) => (
          <NodeGroup key={group.node.id} {...group} />
        ))}
      </div>
    </section>
  );
}

/** Binds a flow to a key: then only calls with it may use the flow. */
function FlowKey({ chatflowId, apikeyid }: { readonly chatflowId: string; readonly apikeyid: string | null }) {
  const { data: keys = [] } = useResource(apiKeyCalls);
  const update = useUpdateChatflow();
  const bound = apikeyid ?? '';
  const options = [
    { value: '', label: t('Every program that reaches this server') },
    ...keys.map(({ id, keyName, hint }) => ({
      value: id,
      label: t('Only with the key {keyName} (…{hint})', { keyName, hint }),
    })),
  ];
  const known = options.some(({ value }) => value === bound);
  return (
    <section aria-label={t('Access')} className="flex flex-col gap-2">
      <Field label={t('Who may call this flow')}>
        {(control) => (
          <Select
            {...control}
            value={bound}
            options={known ? options : [...options, { value: bound, label: t('Only with a key that is not here') }]}
            disabled={update.isPending}
            onValueChange={(id) => update.mutate({ id: chatflowId, fields: { apikeyid: id === '' ? null : id } })}
          />
        )}
      </Field>
      {update.error === null ? null : <ErrorNotice {...splitMessage(messageOf(update.error))} />}
      <a
        href={hrefOf({ page: 'resources', tab: 'api-keys' })}
        className="self-start text-secondary text-muted underline hover:text-ink"
      >
        {t('Make and manage API keys')}
      </a>
    </section>
  );
}

type Choices = readonly [CallChoice, CallChoice];

/** The calls of the open flow; why there are none when its override switches can't be read. */
function choicesOf(flow: Parameters<typeof flowUpsertCall>[0]): Choices | Error {
  try {
    return [
      {
        title: t('Upsert'),
        help: t('Loads documents through the flow and stores their chunks.'),
        call: flowUpsertCall(flow),
      },
      {
        title: t('Query'),
        help: t('Finds the chunks that fit a question best.'),
        call: flowQueryCall(flow),
        withQuestion: (question) => flowQueryCall(flow, question),
      },
    ];
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function UploadNote() {
  return (
    <p className="flex gap-2 rounded-control border border-border bg-surface p-3">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      {t('Calls may not send files to this flow yet. Switch on “Uploaded files” of its loader below.')}
    </p>
  );
}

/** The calls of the flow that is open in the editor, who may make them, and what they may change. */
function FlowCalls({ chatflowId }: { readonly chatflowId: string }) {
  const content = useFlowStore((state) => (state.chatflowId === chatflowId ? state.history.present : undefined));
  const query = useChatflow(chatflowId);
  if (content === undefined) return <p className="text-muted">{t('Open the flow to see its calls.')}</p>;
  return (
    <QueryState query={query} loading={t('Loading the flow…')}>
      {({ apikeyid }) => {
        const { apiConfig, graph } = content;
        const isBound = (apikeyid ?? '') !== '';
        const flow = { id: chatflowId, nodes: graph.nodes, apiConfig, needsKey: isBound || hasServerKey() };
        const choices = choicesOf(flow);
        if (choices instanceof Error) return <ErrorNotice {...splitMessage(messageOf(choices))} />;
        const { takesFiles, mayBeSent } = uploadsOf(flow);
        return (
          <>
            {takesFiles && !mayBeSent ? <UploadNote /> : null}
            <CallExamples choices={choices} onBeforeSend={flushFlow} />
            <FlowKey chatflowId={chatflowId} apikeyid={apikeyid} />
            <FlowOverrides />
          </>
        );
      }}
    </QueryState>
  );
}

/** The calls of a document store. */
function StoreCalls({ storeId }: { readonly storeId: string }) {
  const store = { id: storeId, needsKey: hasServerKey() };
  return (
    <CallExamples
      choices={[
        {
          title: t('Upsert'),
          help: t('Brings files into the store as a loader of their own, and their chunks into its vector store.'),
          call: storeUpsertCall(store),
        },
        {
          title: t('Refresh'),
          help: t('Reads what the loaders of the store read again, and stores what has changed.'),
          call: storeRefreshCall(store),
        },
        {
          title: t('Query'),
          help: t('Finds the chunks that fit a question best.'),
          call: storeQueryCall(store),
          withQuestion: (question) => storeQueryCall(store, question),
        },
      ]}
    />
  );
}

function Sheet({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  // Another page is not what it is about, whichever way leads there.
  useEffect(() => {
    window.addEventListener('hashchange', closeApiPanel);
    return () => window.removeEventListener('hashchange', closeApiPanel);
  }, []);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : closeApiPanel())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-180 max-w-[calc(100vw-56px)] flex-col border-l border-border bg-canvas shadow-float"
        >
          <header className="flex items-center gap-3 border-b border-border px-6 py-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="truncate text-section font-semibold">
                {t('API of {name}', { name })}
              </Dialog.Title>
              <a href={hrefOf({ page: 'http-api' })} className="text-secondary text-muted underline hover:text-ink">
                {t('All operations of the HTTP API')}
              </a>
            </div>
            <Dialog.Close asChild>
              <Button look="quiet" aria-label={t('Close')} className="w-8 px-0" icon={<X aria-hidden="true" />} />
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-6 py-5">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** How programs call a flow or a document store: examples that work as they stand, and what they may change. */
export function ApiPanel() {
  const target = useApiPanelStore((state) => state.target);
  if (target === undefined) return null;
  return (
    <Sheet key={target.id} name={target.name}>
      {target.kind === 'flow' ? <FlowCalls chatflowId={target.id} /> : <StoreCalls storeId={target.id} />}
    </Sheet>
  );
}
