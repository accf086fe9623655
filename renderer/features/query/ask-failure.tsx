import type { ApiErrorCode } from '../../../shared/client/api-error.ts';
import { t } from '../../../shared/texts/t.ts';
import { useAgree } from '../../api/answer-models.ts';
import { messageOf } from '../../api/client.ts';
import { closeQuery } from '../../stores/editor-layout-store.ts';
import { select, useFlowStore } from '../../stores/flow/flow-store.ts';
import { navigate } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { type Failure, neededConsent } from './failure.ts';
import type { QueryTarget } from './query-target.ts';

/** What a person can do where a chat model gave no answer. */
const MODEL_HINTS: Partial<Record<ApiErrorCode, string>> = {
  MODEL_REFUSED: t('Check the key in the credential of the chat model.'),
  MODEL_UNKNOWN: t('Choose a model that the service has, or get it there first.'),
  CONTEXT_TOO_LONG: t('Begin a new conversation, or choose a model that reads longer texts.'),
  MODEL_BUSY: t('Ask again in a moment.'),
  MODEL_EMPTY: t('Ask in other words, or choose another model.'),
};

const hints = new Map<string, string>(Object.entries(MODEL_HINTS));

const GONE: ReadonlySet<string | undefined> = new Set<ApiErrorCode>(['CHATFLOW_NOT_FOUND', 'STORE_NOT_FOUND']);

/** Opens the settings of a node that failed; undefined where it is not on the canvas beside. */
function useShowNode({ id }: QueryTarget, nodeId: string | undefined): (() => void) | undefined {
  const isHere = useFlowStore(({ chatflowId, history }) => {
    return chatflowId === id && history.present.graph.nodes.some((node) => node.id === nodeId);
  });
  if (nodeId === undefined || !isHere) return undefined;
  return () => {
    select([nodeId]);
    closeQuery();
  };
}

interface AskFailureProps {
  readonly target: QueryTarget;
  readonly failure: Failure;
  readonly onRetry: () => void;
  /** Another way to ask: its label, and what it does. */
  readonly other?: { readonly label: string; readonly onClick: () => void } | undefined;
}

/** The one button that helps: to agree where the question goes and ask again, or else to ask again. */
function useRemedy(failure: Failure, onRetry: () => void) {
  const agreement = useAgree();
  const consent = neededConsent(failure);
  if (consent === undefined) return { label: t('Try again'), onClick: onRetry };
  const { host, ownerIds } = consent;
  const onError = (error: unknown): void => showErrorToast(messageOf(error));
  return {
    label: t('Agree that they go to {hosts}', { hosts: host }),
    onClick: () => agreement.mutate({ hosts: [host], ownerIds }, { onSuccess: onRetry, onError }),
  };
}

/** Why a question got no answer, and what can be done. */
export function AskFailure({ target, failure, onRetry, other }: AskFailureProps) {
  const { message, code = '', nodeId } = failure;
  const showNode = useShowNode(target, nodeId);
  const remedy = useRemedy(failure, onRetry);
  if (GONE.has(code)) {
    return (
      <ErrorNotice
        whatHappened={
          target.kind === 'flow' ? t('This flow has been deleted.') : t('This document store has been deleted.')
        }
        whatToDo={t('For 7 days it can be brought back from the bin.')}
        action={{ label: t('Open the bin'), onClick: () => navigate({ page: 'bin' }) }}
      />
    );
  }
  const { whatHappened, whatToDo } = splitMessage(message);
  return (
    <ErrorNotice
      whatHappened={whatHappened}
      whatToDo={hints.get(code) ?? whatToDo}
      action={remedy}
      aside={
        <>
          {other === undefined ? null : (
            <Button className="h-7" onClick={other.onClick}>
              {other.label}
            </Button>
          )}
          {showNode === undefined ? null : (
            <Button className="h-7" onClick={showNode}>
              {t('Open its settings')}
            </Button>
          )}
        </>
      }
    />
  );
}
