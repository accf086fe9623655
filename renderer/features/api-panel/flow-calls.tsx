import { Info } from 'lucide-react';
import { flowQueryCall, flowUpsertCall, uploadsOf } from '../../../shared/snippets/example-calls.ts';
import { t } from '../../../shared/texts/t.ts';
import { hasServerKey } from '../../api/access.ts';
import { useChatflow } from '../../api/chatflows.ts';
import { messageOf } from '../../api/client.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { flushFlow } from '../../stores/flow/flush-flow.ts';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import type { CallChoice } from './call-choice.ts';
import { CallExamples } from './call-examples.tsx';
import { FlowKey } from './flow-key.tsx';
import { FlowOverrides } from './flow-overrides.tsx';

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
export function FlowCalls({ chatflowId }: { readonly chatflowId: string }) {
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
