import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useDiscardEmbedding, useEmbedAgain } from '../../api/document-stores.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { summaryOf } from '../../ui/node-summary.ts';

/** Whether the chunks keep their vectors, and only go somewhere else. */
function isMove({ embedAgain, embeddingConfig }: DocumentStore): boolean {
  return canonicalJson(embedAgain?.embeddingConfig ?? null) === canonicalJson(embeddingConfig);
}

/** Where the chunks go while they are embedded again or moved, with its most telling setting; undefined when it is not known. */
function targetOf(store: DocumentStore): string | undefined {
  const { embedAgain } = store;
  const part = (isMove(store) ? embedAgain?.vectorStoreConfig : embedAgain?.embeddingConfig) ?? undefined;
  const definition = part === undefined ? undefined : findNodeDefinition(part.name);
  if (part === undefined || definition === undefined) return undefined;
  return isMove(store) ? definition.label : `${definition.label} (${summaryOf(definition, part.config)})`;
}

/** What becomes of the chunks: "Embedding again with OpenAI Embeddings (text-embedding-3-small)", "Moving to Qdrant". */
export function againWords(store: DocumentStore): string {
  const target = targetOf(store);
  if (isMove(store)) {
    return target === undefined ? t('Moving to another vector store') : t('Moving to {store}', { store: target });
  }
  return target === undefined
    ? t('Embedding again with another model')
    : t('Embedding again with {model}', { model: target });
}

function stoppedWords(store: DocumentStore): string {
  const target = targetOf(store);
  if (isMove(store)) {
    return target === undefined
      ? t('Moving to another vector store stopped before its end.')
      : t('Moving to {store} stopped before its end.', { store: target });
  }
  return target === undefined
    ? t('Embedding with another model stopped before its end.')
    : t('Embedding with {model} stopped before its end.', { model: target });
}

/** Embedding again has stopped before its end: go on with it, or give it up. */
export function EmbedAgainNotice({
  store,
  onStarted,
}: {
  readonly store: DocumentStore;
  readonly onStarted: () => void;
}) {
  const embed = useEmbedAgain(store.id);
  const discard = useDiscardEmbedding(store.id);
  const onError = (error: Error) => showErrorToast(messageOf(error));
  const isPending = embed.isPending || discard.isPending;
  return (
    <section
      aria-label={isMove(store) ? t('Moving stopped') : t('Embedding again stopped')}
      className="mb-6 flex flex-wrap items-center gap-3 rounded-card border border-warning/40 bg-warning-soft p-4"
    >
      <p className="min-w-60 flex-1">
        <strong className="font-semibold">{stoppedWords(store)}</strong>{' '}
        {t('The vectors from before answer questions until it is complete. What is done already is kept.')}
      </p>
      <Button disabled={isPending} onClick={() => embed.mutate({}, { onSuccess: onStarted, onError })}>
        {t('Go on')}
      </Button>
      <Button look="quiet-danger" disabled={isPending} onClick={() => discard.mutate(undefined, { onError })}>
        {t('Give it up')}
      </Button>
    </section>
  );
}
