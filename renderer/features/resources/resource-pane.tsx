import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useResourceChange } from '../../api/resources.ts';
import { Menu, MenuItem } from '../../ui/controls/menu.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { keepEdits } from './draft-store.ts';
import { exportRows } from './import/export-rows.ts';
import type { Resource, ResourceRow } from './resource.ts';
import { formName, ResourceForm } from './resource-form.tsx';

export interface ResourcePaneProps<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }> {
  readonly resource: Resource<Row, Create, Update, Created>;
  /** undefined: a new one */
  readonly row: Row | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** Deletes a row; with an undo where all of it can be made again. */
function useDeletion<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>(
  { tab, calls, schemas, words, nameOf, files }: Resource<Row, Create, Update, Created>,
  onClose: () => void,
) {
  const remove = useResourceChange(calls.key, calls.remove);
  const create = useResourceChange(calls.key, calls.create);
  const onError = (error: unknown) => showErrorToast(messageOf(error));
  function undo(row: Row) {
    if (files === undefined) return undefined;
    const fields = schemas.create.parse(files.fieldsOf(row));
    return { label: t('Undo'), onClick: () => create.mutate(fields, { onError }) };
  }
  return (row: Row) =>
    remove.mutate(row.id, {
      onError,
      onSuccess() {
        keepEdits(formName(tab, row.id), {});
        onClose();
        showToast(words.removed(nameOf(row)), undo(row));
      },
    });
}

/** One row: its form, what else is known of it, and what can be done with it. */
export function ResourcePane<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>({
  resource,
  row,
  onOpen,
  onClose,
}: ResourcePaneProps<Row, Create, Update, Created>) {
  const { words, files, Details, Created: CreatedView, Loss } = resource;
  const [created, setCreated] = useState<Created>();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeletion(resource, onClose);
  const title = row === undefined ? words.new : resource.nameOf(row);
  if (created !== undefined && CreatedView !== undefined)
    return <CreatedView created={created} onDone={() => onOpen(created.id)} />;
  return (
    <>
      <header className="mb-4 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-section font-semibold">{title}</h2>
          {row === undefined ? null : <p className="text-secondary text-muted">{resource.lineOf(row)}</p>}
        </div>
        {row === undefined ? null : (
          <Menu label={t('More for {title}', { title })}>
            {files === undefined ? null : (
              <MenuItem
                icon={<Download aria-hidden="true" />}
                label={t('Export as JSON')}
                onSelect={() => exportRows(title, [files.fieldsOf(row)])}
              />
            )}
            <MenuItem
              icon={<Trash2 aria-hidden="true" />}
              label={t('Delete')}
              isDanger
              onSelect={() => (Loss === undefined ? remove(row) : setIsAsking(true))}
            />
          </Menu>
        )}
      </header>
      <ResourceForm
        resource={resource}
        row={row}
        onCreated={(made) => (CreatedView === undefined ? onOpen(made.id) : setCreated(made))}
        onCancel={onClose}
      />
      {row === undefined || Details === undefined ? null : (
        <div className="mt-6 flex flex-col gap-4">
          <Details row={row} />
        </div>
      )}
      {row === undefined || Loss === undefined ? null : (
        <ConfirmDialog
          isOpen={isAsking}
          title={t('Delete {title}?', { title })}
          confirmLabel={words.remove ?? t('Delete')}
          onConfirm={() => {
            setIsAsking(false);
            remove(row);
          }}
          onCancel={() => setIsAsking(false)}
        >
          <Loss row={row} />
        </ConfirmDialog>
      )}
    </>
  );
}
