import type { ReactNode } from 'react';
import type { ContentEdits } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { type ContentsOf, useChangedEdits } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';

type ContentEdit = ContentEdits['edits'][number];

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2">
      <h3 className="text-secondary font-medium text-muted">{title}</h3>
      <p className="mt-1 leading-6 break-words whitespace-pre-wrap">{children}</p>
    </div>
  );
}

function ChangedEdit({ edit, onDecide }: { readonly edit: ContentEdit; readonly onDecide: Decide }) {
  const { id, source, chunkNo, edited, now } = edit;
  return (
    <li className="mx-auto my-2 max-w-240 rounded-card border border-border bg-surface p-4">
      <p className="text-secondary text-muted">{t('{source} · chunk {number}', { source, number: chunkNo })}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Side title={t('Yours')}>{edited ?? t('You deleted this chunk.')}</Side>
        <Side title={t('In the source now')}>{now?.pageContent ?? t('The source has nothing like it any more.')}</Side>
      </div>
      <div className="mt-3 flex justify-end gap-2">
        <Button onClick={() => onDecide(id, 'new')}>{now === null ? t('Forget mine') : t('Take the new text')}</Button>
        {now === null ? null : (
          <Button look="primary" onClick={() => onDecide(id, 'edit')}>
            {edited === null ? t('Keep it deleted') : t('Keep mine')}
          </Button>
        )}
      </div>
    </li>
  );
}

type Decide = (editId: number, keep: 'edit' | 'new') => void;

/** Edits whose passage has changed in its source: one decision each. */
export function ChangedEditList({ of, onDecide }: { readonly of: ContentsOf; readonly onDecide: Decide }) {
  const query = useChangedEdits(of, true);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
      <QueryState query={query} loading={t('Loading edits…')}>
        {({ edits }) => (
          <ul aria-label={t('Edits to decide')}>
            {edits.map((edit) => (
              <ChangedEdit key={edit.id} edit={edit} onDecide={onDecide} />
            ))}
          </ul>
        )}
      </QueryState>
    </div>
  );
}
