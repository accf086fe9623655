import { Download, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LocalModel } from '../../../../shared/api/models.ts';
import { BUILT_IN_MODEL } from '../../../../shared/nodes/embeddings/local-models.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useCancelDownload, useDownloadModel, useModels, usePreferModel, useRemoveModel } from '../../../api/models.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';

const STATES: Readonly<Record<LocalModel['state'], readonly [StatusTone, string]>> = {
  'built-in': ['neutral', t('Comes with the app')],
  folder: ['neutral', t('Your own folder')],
  ready: ['success', t('On this machine')],
  partial: ['warning', t('Partly downloaded')],
  downloading: ['active', t('Downloading')],
  absent: ['neutral', t('Not downloaded')],
};

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function describeSize({ state, sizeBytes, receivedBytes }: LocalModel): string {
  if (state === 'built-in') return t('No download');
  if (state === 'partial' && sizeBytes !== null)
    return t('{done} of {total}', { done: formatBytes(receivedBytes), total: formatBytes(sizeBytes) });
  return sizeBytes === null ? t('Size not known') : formatBytes(sizeBytes);
}

function factsOf(model: LocalModel): string {
  const licence =
    model.licence === null ? t('licence: see its page on the hub') : t('{name} licence', { name: model.licence });
  return [describeSize(model), licence, ...(model.languages === null ? [] : [model.languages])].join(' · ');
}

function usersOf({ usedBy }: LocalModel): string {
  if (usedBy.length === 0) return t('Used by no flow or store.');
  const named = usedBy.slice(0, 3);
  const names = named.map(({ name }) => t('“{name}”', { name })).join(', ');
  const rest = usedBy.length - named.length;
  return rest > 0
    ? t('Used by {names} and {count} more.', { names, count: formatCount(rest) })
    : t('Used by {names}.', { names });
}

/** How far a download is, with the button that stops it. */
function Downloading({ model }: { readonly model: LocalModel }) {
  const cancel = useCancelDownload();
  const { id, label, fraction, sizeBytes } = model;
  const done =
    fraction === null || sizeBytes === null
      ? t('Asking the hub…')
      : t('{done} of {total}', { done: formatBytes(fraction * sizeBytes), total: formatBytes(sizeBytes) });
  return (
    <div className="mt-2 flex items-center gap-3">
      <div className="flex-1">
        <ProgressBar label={t('Download of {label}', { label })} value={fraction ?? undefined} />
        <p className="tabular mt-1 text-secondary text-muted">{done}</p>
      </div>
      <Button
        icon={<X aria-hidden="true" />}
        aria-label={t('Stop the download of {label}', { label })}
        onClick={() => cancel.mutate(id, { onError: showFailure })}
      >
        {t('Stop')}
      </Button>
    </div>
  );
}

function Actions({ model, isPreferred, onRemove }: ModelRowProps): ReactNode {
  const download = useDownloadModel();
  const prefer = usePreferModel();
  const { id, label, state } = model;
  const canPrefer = !isPreferred && (id === BUILT_IN_MODEL || state === 'ready');
  return (
    <>
      {canPrefer ? (
        <Button
          aria-label={t('Use {label} for new flows', { label })}
          disabled={prefer.isPending}
          onClick={() => prefer.mutate(id, { onError: showFailure })}
        >
          {t('Use for new flows')}
        </Button>
      ) : null}
      {state === 'absent' || state === 'partial' ? (
        <Button
          icon={<Download aria-hidden="true" />}
          aria-label={
            state === 'partial' ? t('Continue the download of {label}', { label }) : t('Download {label}', { label })
          }
          disabled={download.isPending}
          onClick={() => download.mutate({ model: id, prefer: false }, { onError: showFailure })}
        >
          {state === 'partial' ? t('Continue') : t('Download')}
        </Button>
      ) : null}
      {state === 'ready' || state === 'partial' ? (
        <Button look="quiet-danger" aria-label={t('Remove {label}', { label })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      ) : null}
    </>
  );
}

interface ModelRowProps {
  readonly model: LocalModel;
  readonly isPreferred: boolean;
  readonly onRemove: () => void;
}

function ModelRow(props: ModelRowProps) {
  const { model, isPreferred } = props;
  const [tone, word] = STATES[model.state];
  return (
    <li className="border-b border-border py-4 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-60 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <p className="font-medium break-all">{model.label}</p>
            <StatusBadge tone={tone}>{word}</StatusBadge>
            {isPreferred ? <StatusBadge tone="active">{t('For new flows')}</StatusBadge> : null}
          </div>
          {model.purpose === '' ? null : <p>{model.purpose}</p>}
          <p className="text-secondary text-muted">{factsOf(model)}</p>
          <p className="text-secondary text-muted" title={model.usedBy.map(({ name }) => name).join('\n')}>
            {usersOf(model)}
          </p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-2">
          <Actions {...props} />
        </div>
      </div>
      {model.state === 'downloading' ? <Downloading model={model} /> : null}
      {model.failure === null ? null : (
        <div className="mt-2">
          <ErrorNotice {...splitMessage(model.failure)} />
        </div>
      )}
    </li>
  );
}

/** What goes when a model is removed, for the question before it. */
function costOfRemoval({ usedBy, sizeBytes }: LocalModel): string {
  const freed = sizeBytes === null ? [] : [t('Frees {size}.', { size: formatBytes(sizeBytes) })];
  const later =
    usedBy.length === 0
      ? t('It can be downloaded again at any time.')
      : t(
          '{count, plural, one {# flow or store uses it} other {# flows and stores use it}}: what is stored stays, and their next question or upsert downloads it again.',
          { count: usedBy.length },
        );
  return [...freed, later].join(' ');
}

/** The model in the language of the window: the server says all of it in English. */
function shown(model: LocalModel): LocalModel {
  const { label, purpose, languages } = model;
  return { ...model, label: t(label), purpose: t(purpose), languages: languages === null ? null : t(languages) };
}

export function ModelsSection() {
  const query = useModels();
  const remove = useRemoveModel();
  const [doomed, setDoomed] = useState<LocalModel>();
  return (
    <QueryState query={query} loading={t('Looking for models…')}>
      {({ models, preferred, hub }) => (
        <>
          <ul aria-label={t('Models')} className="-mt-4">
            {models.map(shown).map((model) => (
              <ModelRow
                key={model.id}
                model={model}
                isPreferred={model.id === preferred}
                onRemove={() => setDoomed(model)}
              />
            ))}
          </ul>
          <p className="mt-4 text-secondary text-muted">
            {t(
              'Models come from {hub}, which learns only that one is fetched. Any other model of it can be named in the embedding of a flow or store, and is then listed here.',
              { hub },
            )}
          </p>
          <ConfirmDialog
            isOpen={doomed !== undefined}
            title={t('Remove {label}?', { label: doomed?.label ?? '' })}
            confirmLabel={t('Remove model')}
            onConfirm={() => {
              if (doomed !== undefined)
                remove.mutate(doomed.id, { onError: (error) => showErrorToast(messageOf(error)) });
              setDoomed(undefined);
            }}
            onCancel={() => setDoomed(undefined)}
          >
            {doomed === undefined ? '' : costOfRemoval(doomed)}
          </ConfirmDialog>
        </>
      )}
    </QueryState>
  );
}
