import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { messageOf } from '../../api/client.ts';
import { useDiscardEmbedding, useEmbedAgain } from '../../api/document-stores.ts';
import { Button } from '../../ui/controls/button.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { summaryOf } from '../../ui/node-summary.ts';

/** The model that the chunks are being embedded with, in words. */
export function nextModelWords({ embedAgain }: DocumentStore): string {
  const part = embedAgain?.embeddingConfig ?? undefined;
  const definition = part === undefined ? undefined : findNodeDefinition(part.name);
  if (part === undefined || definition === undefined) return 'another model';
  return `${definition.label} (${summaryOf(definition, part.config)})`;
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
      aria-label="Embedding again stopped"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-card border border-warning/40 bg-warning-soft p-4"
    >
      <p className="min-w-60 flex-1">
        <strong className="font-semibold">Embedding with {nextModelWords(store)} stopped before its end.</strong> The
        vectors from before answer questions until it is complete. What is done already is kept.
      </p>
      <Button disabled={isPending} onClick={() => embed.mutate(undefined, { onSuccess: onStarted, onError })}>
        Go on
      </Button>
      <Button look="quiet-danger" disabled={isPending} onClick={() => discard.mutate(undefined, { onError })}>
        Give it up
      </Button>
    </section>
  );
}
