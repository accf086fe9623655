import { Sparkles, X } from 'lucide-react';
import { useState } from 'react';
import type { LocalModel, ModelList } from '../../../shared/api/models.ts';
import { BUILT_IN_MODEL, recommendModel } from '../../../shared/nodes/embeddings/local-models.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useCancelDownload, useDownloadModel, useModels } from '../../api/models.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { rich } from '../../ui/rich.tsx';

const PUT_AWAY = 'tributary.modelOffer';

/** The model to offer: undefined when a better one than the built-in is used already. */
function findOffer({ models, preferred }: ModelList): LocalModel | undefined {
  if (preferred !== BUILT_IN_MODEL) return undefined;
  const isOneHere = models.some(({ state, id }) => state === 'ready' && id !== BUILT_IN_MODEL);
  if (isOneHere) return undefined;
  const begun = models.find(({ state }) => state === 'downloading' || state === 'partial');
  return begun ?? models.find(({ id }) => id === recommendModel(navigator.language));
}

function showFailure(error: unknown): void {
  showErrorToast(messageOf(error));
}

function Progress({ model }: { readonly model: LocalModel }) {
  const cancel = useCancelDownload();
  const { id, fraction, sizeBytes } = model;
  const label = t(model.label);
  const total = sizeBytes ?? 0;
  return (
    <div className="mt-3 flex items-center gap-3">
      <div className="flex-1">
        <ProgressBar label={t('Download of {model}', { model: label })} value={fraction ?? undefined} />
        <p role="status" className="tabular mt-1 text-secondary text-muted">
          {fraction === null
            ? t('Asking the hub…')
            : t('{done} of {total}. You can go on working.', {
                done: formatBytes(fraction * total),
                total: formatBytes(total),
              })}
        </p>
      </div>
      <Button onClick={() => cancel.mutate(id, { onError: showFailure })}>{t('Stop')}</Button>
    </div>
  );
}

function Offer({
  model,
  hub,
  onPutAway,
}: {
  readonly model: LocalModel;
  readonly hub: string;
  readonly onPutAway: () => void;
}) {
  const download = useDownloadModel();
  const { id, sizeBytes, licence, languages, state, failure } = model;
  const label = t(model.label);
  const size = formatBytes(sizeBytes ?? 0);
  const start = () => download.mutate({ model: id, prefer: true }, { onError: showFailure });
  return (
    <section aria-label={t('A better model')} className="mb-6 rounded-card border border-border bg-surface p-4">
      <div className="flex items-start gap-3">
        <Sparkles aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{t('Find more with a better model')}</h2>
          <p className="max-w-160 text-muted">
            {rich(
              'The built-in model is for a first try, and for work without a network: it finds by meaning only roughly. <b>{model}</b> finds much more. It is fetched once from {hub} and runs on this machine.',
              { model: label, hub, b: (words) => <strong className="font-medium text-ink">{words}</strong> },
            )}
          </p>
          <p className="mt-1 text-secondary text-muted">
            {t('{size} · {licence} licence · {languages}', {
              size,
              licence: licence ?? '',
              languages: languages ?? '',
            })}
          </p>
        </div>
        <IconButton label={t('Put this offer away')} icon={<X />} onClick={onPutAway} />
      </div>
      {state === 'downloading' ? (
        <Progress model={model} />
      ) : (
        <>
          {failure === null ? null : (
            <div className="mt-3">
              <ErrorNotice {...splitMessage(failure)} />
            </div>
          )}
          <div className="mt-3 flex flex-wrap gap-2 pl-8">
            <Button disabled={download.isPending} onClick={start}>
              {failure !== null
                ? t('Try again')
                : state === 'partial'
                  ? t('Continue the download')
                  : t('Download {size}', { size })}
            </Button>
            <a
              href={hrefOf({ page: 'settings', section: 'models' })}
              className="inline-flex h-8 items-center rounded-control px-3 font-medium text-muted hover:bg-hover hover:text-ink"
            >
              {t('Choose another model')}
            </a>
          </div>
        </>
      )}
    </section>
  );
}

/**
 * Offers a better model than the built-in one, as long as no other is here. With one click it is fetched, and flows that hold nothing yet begin with it. Without
 * a network everything works as before.
 */
export function ModelOffer() {
  const { data } = useModels();
  const [isPutAway, setPutAway] = useState(() => localStorage.getItem(PUT_AWAY) !== null);
  const model = data === undefined || isPutAway ? undefined : findOffer(data);
  if (data === undefined || model === undefined) return null;
  return (
    <Offer
      model={model}
      hub={data.hub}
      onPutAway={() => {
        localStorage.setItem(PUT_AWAY, 'yes');
        setPutAway(true);
      }}
    />
  );
}
