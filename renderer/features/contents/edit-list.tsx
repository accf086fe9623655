import type { ReactNode } from 'react';
import type { ContentEdits } from '../../../shared/api/content-edits.ts';
import type { ContentsSummary } from '../../../shared/api/contents.ts';
import { t } from '../../../shared/texts/t.ts';
import { type ContentsOf, useContentEdits } from '../../api/contents.ts';
import { Button } from '../../ui/controls/button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

type ContentEdit = ContentEdits['edits'][number];

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2">
      <p className="text-secondary font-medium text-muted">{title}</p>
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

function StandingEdit({ edit, onUndo }: { readonly edit: ContentEdit; readonly onUndo: (editId: number) => void }) {
  const { id, source, chunkNo, original, edited, editedDate } = edit;
  return (
    <li className="mx-auto my-2 max-w-240 rounded-card border border-border bg-surface p-4">
      <div className="flex min-h-8 items-center gap-2 text-secondary text-muted">
        <p className="min-w-0 flex-1">
          {t('{source} · chunk {number}', { source, number: chunkNo })} · <TimeAgo date={editedDate} />
        </p>
        <Button onClick={() => onUndo(id)}>{edited === null ? t('Bring back') : t('Back to the original')}</Button>
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        {edited === null ? null : <Side title={t('Yours')}>{edited}</Side>}
        <Side title={edited === null ? t('Deleted') : t('The original')}>{original}</Side>
      </div>
    </li>
  );
}

interface EditsProps {
  readonly of: ContentsOf;
  readonly label: string;
  /** Whether those whose passage has changed are listed, or all others. */
  readonly changed: boolean;
  readonly renderEdit: (edit: ContentEdit) => ReactNode;
}

function Edits({ of, label, changed, renderEdit }: EditsProps) {
  const query = useContentEdits(of, changed);
  return (
    <QueryState query={query} loading={t('Loading edits…')}>
      {({ pages }) => (
        <>
          <ul aria-label={label}>{pages.flatMap(({ edits }) => edits).map(renderEdit)}</ul>
          {query.hasNextPage ? (
            <div className="flex justify-center py-3">
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('Show more')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryState>
  );
}

export interface EditListProps extends Pick<EditsProps, 'of'> {
  readonly summary: ContentsSummary;
  readonly onDecide: Decide;
  readonly onUndo: (editId: number) => void;
}

/** Every edited and deleted chunk with its way back; those whose passage has changed in its source first, one decision each. */
export function EditList({ of, summary, onDecide, onUndo }: EditListProps) {
  return (
    <section aria-label={t('Edited and deleted chunks')} className="min-h-0 min-w-0 flex-1 overflow-y-auto px-4 py-2">
      {summary.changedEdits === 0 ? null : (
        <Edits
          of={of}
          changed
          label={t('Edits to decide')}
          renderEdit={(edit) => <ChangedEdit key={edit.id} edit={edit} onDecide={onDecide} />}
        />
      )}
      {summary.otherEdits === 0 ? null : (
        <Edits
          of={of}
          changed={false}
          label={t('Edited and deleted chunks')}
          renderEdit={(edit) => <StandingEdit key={edit.id} edit={edit} onUndo={onUndo} />}
        />
      )}
    </section>
  );
}
