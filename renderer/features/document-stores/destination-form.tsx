import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type Dispatch, type FormEvent, type SetStateAction, useState } from 'react';
import type { ConfigTest } from '../../../shared/api/document-store-loaders.ts';
import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { canonicalJson } from '../../../shared/json/canonical-json.ts';
import { isUnset } from '../../../shared/nodes/unset.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { type SentParts, testParts, useEmbedAgain, useSaveParts } from '../../api/document-stores.ts';
import type { NodePart } from '../../api/node-tools.ts';
import { nodesOfKind, PartForm } from '../../forms/part-form.tsx';
import { useAbortOnLeave } from '../../forms/use-abort-on-leave.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { isBusy } from './store-words.ts';

const CHOICES = {
  embedding: { label: t('Embedding model'), choices: nodesOfKind('embedding') },
  vectorStore: { label: t('Vector store'), choices: nodesOfKind('vectorstore') },
  recordManager: { label: t('Record manager'), choices: nodesOfKind('recordmanager') },
} as const;
type PartName = keyof typeof CHOICES;
const PARTS = ['embedding', 'vectorStore', 'recordManager'] as const satisfies readonly PartName[];

const BEGINNING = {
  embedding: { name: 'transformersEmbeddings', config: {} },
  vectorStore: { name: 'hnsw', config: {} },
  recordManager: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
} as const satisfies Record<PartName, NodePart>;

function isSame(a: NodePart, b: NodePart | null): boolean {
  if (b === null) return false;
  const said = ({ name, config }: NodePart) =>
    JSON.stringify([
      name,
      Object.entries(config)
        .filter(([, value]) => !isUnset(value))
        .map(([key, value]) => [key, canonicalJson(value)])
        .toSorted(),
    ]);
  return said(a) === said(b);
}

function TestResult({ test }: { readonly test: ConfigTest }) {
  return (
    <ul aria-label={t('Test of the settings')} className="flex flex-col gap-2">
      {test.checks.map(({ part, ok, message }) => (
        <li key={part} className={`flex gap-2 rounded-control p-2 ${ok ? 'bg-success-soft' : 'bg-danger-soft'}`}>
          {ok ? (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          )}
          <span className="min-w-0 break-words">
            <span className="font-medium">{CHOICES[part].label}: </span>
            {message}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The three parts as the form has them. */
function useParts(store: DocumentStore) {
  const saved: Readonly<Record<PartName, NodePart | null>> = {
    embedding: store.embeddingConfig,
    vectorStore: store.vectorStoreConfig,
    recordManager: store.recordManagerConfig,
  };
  const [embedding, setEmbedding] = useState<NodePart>(saved.embedding ?? BEGINNING.embedding);
  const [vectorStore, setVectorStore] = useState<NodePart>(saved.vectorStore ?? BEGINNING.vectorStore);
  const [recordManager, setRecordManager] = useState<NodePart>(saved.recordManager ?? BEGINNING.recordManager);
  const parts = { embedding, vectorStore, recordManager } satisfies SentParts;
  const setters: Readonly<Record<PartName, Dispatch<SetStateAction<NodePart>>>> = {
    embedding: setEmbedding,
    vectorStore: setVectorStore,
    recordManager: setRecordManager,
  };
  // What a script left open is only proposed: it is to be saved.
  const missing = PARTS.filter((part) => saved[part] === null);
  const changed = PARTS.filter((part) => !isSame(parts[part], saved[part]));
  return { parts, setters, changed, missing };
}

/** What is done with the settings: chunks that are stored already move along. */
type Step = 'save' | 'embed' | 'move';

const SUBMIT = {
  save: t('Test and save'),
  embed: t('Test and embed again'),
  move: t('Test and move'),
} as const satisfies Record<Step, string>;
const APPLY = {
  save: t('Save all the same'),
  embed: t('Embed again all the same'),
  move: t('Move all the same'),
} as const satisfies Record<Step, string>;

function stepFor(changed: readonly PartName[], isStored: boolean): Step {
  if (!isStored) return 'save';
  if (changed.includes('embedding')) return 'embed';
  return changed.includes('vectorStore') ? 'move' : 'save';
}

interface Saving {
  readonly store: DocumentStore;
  readonly parts: SentParts;
  readonly changed: readonly PartName[];
  readonly step: Step;
  readonly keepsOld: boolean;
  readonly onStarted: () => void;
  readonly onSaved: () => void;
}

/** Tests first; what is found in order is saved, or embedded with. */
function useTestAndSave({ store, parts, changed, step, keepsOld, onStarted, onSaved }: Saving) {
  const newSignal = useAbortOnLeave();
  const save = useSaveParts(store.id);
  const embed = useEmbedAgain(store.id);
  const sent = Object.fromEntries(changed.map((part) => [part, parts[part]]));
  const apply = () =>
    step !== 'save'
      ? embed.mutate({ ...sent, ...(step === 'move' ? { keepsOld } : {}) }, { onSuccess: onStarted })
      : save.mutate(parts, {
          onSuccess: () => {
            showToast(t('The settings were saved.'));
            onSaved();
          },
        });
  const test = useMutation({
    mutationFn: () => testParts(store.id, parts, step !== 'save', newSignal()),
    onSuccess: ({ ok }) => (ok ? apply() : undefined),
  });
  return {
    start: () => test.mutate(),
    apply,
    test: test.data,
    isPending: test.isPending || save.isPending || embed.isPending,
    isTesting: test.isPending,
    error: test.error ?? save.error ?? embed.error,
  };
}

export interface DestinationFormProps {
  readonly store: DocumentStore;
  /** When all chunks are being embedded again. */
  readonly onStarted: () => void;
  readonly onSaved: () => void;
}

interface ConsequenceProps {
  readonly store: DocumentStore;
  readonly changed: readonly PartName[];
  readonly step: Step;
  readonly keepsOld: boolean;
  readonly onKeepsOld: (keepsOld: boolean) => void;
}

function Consequence({ store, changed, step, keepsOld, onKeepsOld }: ConsequenceProps) {
  const values = { count: store.totalChunks };
  if (changed.length === 0 || store.totalChunks === 0) return null;
  if (step === 'move') {
    return (
      <>
        <p>
          {t(
            '{count, plural, one {Its # chunk is moved there with its vector} other {All # chunks are moved there with their vectors}}, into a new collection: nothing is embedded again. Until that is done, questions are answered from where they are answered now.',
            values,
          )}
        </p>
        <Checkbox checked={keepsOld} onChange={onKeepsOld} label={t('Keep what is stored in the present collection')} />
      </>
    );
  }
  if (step === 'embed') {
    return (
      <p>
        {t(
          'Vectors of two models can’t be compared, so {count, plural, one {its # chunk is} other {all # chunks are}} embedded again, into a collection beside the one there is. Until that is done, questions are answered with the vectors there are; then the old ones are deleted.',
          values,
        )}
      </p>
    );
  }
  return (
    <p>
      {t(
        'The next upsert brings {count, plural, one {its # chunk} other {all # chunks}} there. Nothing is embedded twice: known vectors are used again.',
        values,
      )}
    </p>
  );
}

/** Where a store's chunks go: embedding model, vector store and record manager, tested when they are saved. */
export function DestinationForm({ store, onStarted, onSaved }: DestinationFormProps) {
  const { parts, setters, changed, missing } = useParts(store);
  const isStored = store.loaders.some(({ indexState }) => indexState !== 'NONE');
  const [keepsOld, setKeepsOld] = useState(false);
  const step = stepFor(changed, isStored);
  const { start, apply, test, isPending, isTesting, error } = useTestAndSave({
    store,
    parts,
    changed,
    step,
    keepsOld,
    onStarted,
    onSaved,
  });
  const isLocked = isBusy(store.status);
  function submit(event: FormEvent) {
    event.preventDefault();
    start();
  }
  return (
    <form aria-label={t('Where chunks go')} className="flex flex-col gap-6" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-3">
        {PARTS.map((part) => (
          <section
            key={part}
            aria-label={CHOICES[part].label}
            className="rounded-card border border-border bg-surface p-4"
          >
            {missing.includes(part) ? (
              <p className="mb-3 text-warning">{t('Not chosen yet. This is proposed, and used once it is saved.')}</p>
            ) : null}
            <PartForm
              label={CHOICES[part].label}
              choices={CHOICES[part].choices}
              part={parts[part]}
              onChange={setters[part]}
            />
          </section>
        ))}
      </div>
      <div className="flex max-w-160 flex-col gap-3">
        <Consequence store={store} changed={changed} step={step} keepsOld={keepsOld} onKeepsOld={setKeepsOld} />
        {isLocked ? (
          <p className="text-warning">{t('The store is at work. Its settings can be changed when that is done.')}</p>
        ) : null}
        {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
        {test === undefined || isTesting ? null : <TestResult test={test} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={isPending || isLocked || changed.length === 0}>
            {isTesting ? t('Testing…') : isPending ? t('Saving…') : SUBMIT[step]}
          </Button>
          {test?.ok === false && !isPending ? <Button onClick={apply}>{APPLY[step]}</Button> : null}
        </div>
      </div>
    </form>
  );
}
