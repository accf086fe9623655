import { useMutation } from '@tanstack/react-query';
import { Eye, GitCompareArrows } from 'lucide-react';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { DocumentStore, StoreLoader } from '../../../shared/api/document-stores.ts';
import type { DryRunResult } from '../../../shared/api/dry-run.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { joinCounts } from '../../../shared/text/describe-counts.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import {
  compareLoader,
  type LoaderDraft,
  previewLoader,
  useSaveLoader,
  useStartUpsert,
} from '../../api/document-stores.ts';
import type { NodePart } from '../../api/node-tools.ts';
import { nodesOfKind, PartFields } from '../../forms/part-form.tsx';
import type { PickedFile } from '../../forms/picked-files.ts';
import { useAbortOnLeave } from '../../forms/use-abort-on-leave.ts';
import { ChunkPreview } from '../../ui/chunk-preview/chunk-preview.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { DifferenceList } from '../../ui/difference/difference-list.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { NodeIcon } from '../../ui/node-icon.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import { keyOf } from './key-of-draft.ts';

/** Chunks that can be gone through: enough to judge the settings by. */
const SHOWN_CHUNKS = 200;

interface LoaderPreviewProps {
  readonly draft: LoaderDraft;
  readonly canLoad: boolean;
}

/** The chunks that the settings of a loader give. They stay, dimmed, while the settings change. */
function LoaderPreview({ draft, canLoad }: LoaderPreviewProps) {
  const newSignal = useAbortOnLeave();
  const [page, setPage] = useState(0);
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (sent: LoaderDraft) => previewLoader(sent, SHOWN_CHUNKS, newSignal()),
  });
  // The answer before stays while the next one is on its way.
  const [shown, setShown] = useState(data);
  useEffect(() => {
    if (data !== undefined) setShown(data);
  }, [data]);
  const isOld = isPending || variables === undefined || keyOf(variables) !== keyOf(draft);
  return (
    <section aria-label={t('Preview')} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-section font-semibold">{t('Preview')}</h3>
        <Button icon={<Eye />} disabled={!canLoad || isPending} onClick={() => mutate(draft)}>
          {isPending ? t('Loading…') : shown !== undefined && isOld ? t('Preview these settings') : t('Preview chunks')}
        </Button>
      </div>
      <p className="text-secondary text-muted">
        {canLoad
          ? t('Shows the chunks that these settings give. Nothing is stored.')
          : t('Choose files to see what chunks they give.')}
      </p>
      {error === null || isPending ? null : (
        <div role="status">
          <ErrorNotice {...splitMessage(messageOf(error))} />
        </div>
      )}
      {shown === undefined || error !== null ? null : (
        <ChunkPreview preview={shown} page={page} onPage={setPage} canGoOn={false} isOld={isOld} />
      )}
    </section>
  );
}

/** The difference in a sentence: "12 chunks would be added, 10 would be removed; 31 stay as they are." */
function summaryOf({ numAdded, numDeleted, numUpdated, numSkipped }: DryRunResult): string {
  const changes = joinCounts([
    {
      count: numAdded,
      first: t('{count, plural, one {# chunk} other {# chunks}} would be added', { count: numAdded }),
      next: t('{count, number} would be added', { count: numAdded }),
    },
    {
      count: numDeleted,
      first: t('{count, plural, one {# chunk} other {# chunks}} would be removed', { count: numDeleted }),
      next: t('{count, number} would be removed', { count: numDeleted }),
    },
    {
      count: numUpdated,
      first: t('{count, plural, one {# chunk} other {# chunks}} would get new metadata', { count: numUpdated }),
      next: t('{count, number} would get new metadata', { count: numUpdated }),
    },
  ]);
  if (changes === undefined) return t('No chunk changes: all {count, number} stay as they are.', { count: numSkipped });
  return t('{changes}; {count, plural, one {# stays as it is} other {# stay as they are}}.', {
    changes,
    count: numSkipped,
  });
}

function FailedFiles({ result }: { readonly result: DryRunResult }) {
  const { failedFiles = [] } = result;
  if (failedFiles.length === 0) return null;
  return (
    <ul aria-label={t("Files that can't be read")} className="flex flex-col gap-1 rounded-control bg-warning-soft p-3">
      {failedFiles.map(({ name, message }) => (
        <li key={name} className="text-secondary break-words">
          {message}
        </li>
      ))}
    </ul>
  );
}

/** What would change in the chunks of a loader: in a sentence, and chunk by chunk. */
function DifferenceView({ result }: { readonly result: DryRunResult }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="status">{summaryOf(result)}</p>
      <FailedFiles result={result} />
      <DifferenceList difference={result} nothing={null} className="h-[max(24rem,calc(100vh-22rem))]" />
    </div>
  );
}

/** Stands for "no splitter" in the list. */
const NO_SPLITTER = 'none';
const DEFAULT_SPLITTER: NodePart = { name: 'recursiveCharacterTextSplitter', config: {} };
/** Files that a preview reads: the first say enough, and a thousand would have to be sent. */
const PREVIEWED_FILES = 3;

const SPLITTERS = nodesOfKind('textsplitter');

function SplitterForm({
  splitter,
  onChange,
}: {
  readonly splitter: NodePart;
  readonly onChange: Dispatch<SetStateAction<NodePart>>;
}) {
  const options = [
    { value: NO_SPLITTER, label: t('No splitter'), help: t('Each document stays one chunk.') },
    ...SPLITTERS.map(({ name, label, description }) => ({ value: name, label, help: description })),
  ];
  return (
    <section aria-label={t('How texts are cut')} className="flex flex-col gap-4">
      <Field label={t('How texts are cut into chunks')}>
        {(control) => (
          <Select
            {...control}
            value={splitter.name}
            options={options}
            onValueChange={(name) => onChange((now) => (now.name === name ? now : { name, config: {} }))}
          />
        )}
      </Field>
      {splitter.name === NO_SPLITTER ? null : <PartFields part={splitter} onChange={onChange} />}
    </section>
  );
}

/** The values of the form, and what is sent of them. */
function useDraft(store: DocumentStore, definition: NodeDefinition, existing: StoreLoader | undefined) {
  const [name, setName] = useState(existing?.loaderName ?? definition.label);
  const [loader, setLoader] = useState<NodePart>({
    name: definition.name,
    config: existing?.loaderConfig ?? definition.initial ?? {},
  });
  const saved =
    existing === undefined
      ? DEFAULT_SPLITTER
      : { name: existing.splitterId === '' ? NO_SPLITTER : existing.splitterId, config: existing.splitterConfig };
  const [splitter, setSplitter] = useState<NodePart>(saved);
  const draft = (files: readonly PickedFile[]): LoaderDraft => ({
    storeId: store.id,
    id: existing?.id,
    loaderName: name.trim() === '' ? definition.label : name.trim(),
    loader,
    splitter: splitter.name === NO_SPLITTER ? null : splitter,
    files,
  });
  return { name, setName, loader, setLoader, splitter, setSplitter, draft };
}

export interface LoaderEditorProps {
  readonly store: DocumentStore;
  readonly definition: NodeDefinition;
  /** Undefined for one more loader. */
  readonly existing: StoreLoader | undefined;
  readonly files: readonly PickedFile[];
  readonly onFiles: (files: readonly PickedFile[]) => void;
  /** When it is saved, or given up. */
  readonly onClose: () => void;
  /** When its upsert has started. */
  readonly onStarted: () => void;
}

/** Says what would change before it does. A difference is shown as long as the form says the same. */
function useDifference(draft: LoaderDraft) {
  const newSignal = useAbortOnLeave();
  const { mutate, data, variables, error, isPending } = useMutation({
    mutationFn: (sent: LoaderDraft) => compareLoader(sent, newSignal()),
  });
  const isCurrent = variables !== undefined && keyOf(variables) === keyOf(draft);
  return {
    compare: () => mutate(draft),
    result: isCurrent ? data : undefined,
    error: isCurrent ? error : null,
    isPending,
  };
}

/** Saves, and upserts what was saved. */
function useApply({ store, onClose, onStarted }: Pick<LoaderEditorProps, 'store' | 'onClose' | 'onStarted'>) {
  const save = useSaveLoader();
  const start = useStartUpsert(store.id);
  const apply = (draft: LoaderDraft, isUpserted: boolean) =>
    save.mutate(draft, {
      onSuccess: ({ id }) => {
        if (!isUpserted) return onClose();
        start.mutate(
          { docId: id, replaceExisting: true },
          {
            onSuccess: onStarted,
            // The loader is saved: its row is where it is tried again.
            onError: (failure) => showErrorToast(messageOf(failure)),
            onSettled: onClose,
          },
        );
      },
    });
  return { apply, isPending: save.isPending || start.isPending, error: save.error };
}

/** The settings of a loader with its files and its splitter; beside them a preview, or what a change would do. */
export function LoaderEditor(props: LoaderEditorProps) {
  const { store, definition, existing, files, onFiles, onClose } = props;
  const { name, setName, loader, setLoader, splitter, setSplitter, draft } = useDraft(store, definition, existing);
  const difference = useDifference(draft(files));
  const { apply, isPending, error } = useApply(props);
  const { upload } = definition;
  const storedCount = existing?.files.length ?? 0;
  const canLoad = upload === undefined || files.length > 0 || storedCount > 0;
  const hasChunks = existing !== undefined && existing.totalChunks > 0;
  const title =
    existing === undefined
      ? t('Add {loader}', { loader: definition.label })
      : t('Change {loader}', { loader: existing.loaderName });
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <NodeIcon definition={definition} />
        <h2 className="min-w-0 flex-1 truncate text-section font-semibold">{title}</h2>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {hasChunks ? (
          <Button icon={<GitCompareArrows />} disabled={!canLoad || difference.isPending} onClick={difference.compare}>
            {difference.isPending ? t('Comparing…') : t('See what changes')}
          </Button>
        ) : (
          <Button disabled={!canLoad || isPending} onClick={() => apply(draft(files), false)}>
            {existing === undefined ? t('Add without upserting') : t('Save')}
          </Button>
        )}
        <Button
          look="primary"
          disabled={!canLoad || isPending || (hasChunks && difference.result === undefined)}
          onClick={() => apply(draft(files), true)}
        >
          {isPending ? t('Sending…') : existing === undefined ? t('Add and upsert') : t('Save and upsert')}
        </Button>
      </div>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div className="flex flex-col gap-5">
          <Field label={t('Name')}>
            {(control) => (
              <TextInput
                {...control}
                autoFocus
                maxLength={255}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          {upload === undefined ? null : (
            <ChosenFiles files={files} storedCount={storedCount} extensions={upload.extensions} onChange={onFiles} />
          )}
          <PartFields part={loader} onChange={setLoader} hidden={upload === undefined ? [] : [upload.param]} />
          <SplitterForm splitter={splitter} onChange={setSplitter} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {hasChunks ? (
            <section aria-label={t('What changes')} className="flex flex-col gap-3">
              <h3 className="text-section font-semibold">{t('What changes')}</h3>
              {difference.error === null ? null : <ErrorNotice {...splitMessage(messageOf(difference.error))} />}
              {difference.result === undefined ? (
                <p className="text-muted">
                  {t(
                    'Change the settings, then see which chunks come, go and stay. Nothing is stored before you say so.',
                  )}
                </p>
              ) : (
                <DifferenceView result={difference.result} />
              )}
            </section>
          ) : (
            <LoaderPreview draft={draft(files.slice(0, PREVIEWED_FILES))} canLoad={canLoad} />
          )}
        </div>
      </div>
    </section>
  );
}
