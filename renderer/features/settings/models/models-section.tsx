import { useState } from 'react';
import type { LocalModel } from '../../../../shared/api/models.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useModels, useRemoveModel } from '../../../api/models.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { costOfRemoval, ModelRow } from './model-row.tsx';

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
