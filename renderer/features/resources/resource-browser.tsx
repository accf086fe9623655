import { Download, FileInput, Plus, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useResource, useResourceChange } from '../../api/resources.ts';
import { hrefOf, navigate } from '../../stores/router.ts';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../ui/controls/menu.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { keepEdits, useEditedForms } from './draft-store.ts';
import { exportRows } from './import/export-rows.ts';
import { ImportPane } from './import/import-pane.tsx';
import type { Resource, ResourceRow } from './resource.ts';
import { formName, ResourceForm } from './resource-form.tsx';

interface ResourcePaneProps<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }> {
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
function ResourcePane<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>({
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

interface ResourceListProps<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }> {
  readonly resource: Resource<Row, Create, Update, Created>;
  readonly rows: readonly Row[];
  /** The row that is open. */
  readonly openId: string | undefined;
}

const ROW_PX = 56;

/** The rows of a resource, with a search. A row opens its form. */
function ResourceList<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>({
  resource,
  rows,
  openId,
}: ResourceListProps<Row, Create, Update, Created>) {
  const { tab, words, icon, nameOf, noteOf, textOf } = resource;
  const [query, setQuery] = useState('');
  const edited = useEditedForms();
  const wanted = useDeferredValue(query).toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const renderRow = (row: Row) => (
    <a
      href={hrefOf({ page: 'resources', tab, search: { open: row.id } })}
      aria-current={row.id === openId ? 'true' : undefined}
      className={classNames(
        'flex min-h-14 items-center gap-3 rounded-control px-3 py-2 transition-colors duration-80 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
        row.id === openId ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nameOf(row)}</span>
        <span className="block truncate text-secondary text-muted">{noteOf(row)}</span>
      </span>
      {edited.has(formName(tab, row.id)) ? <span className="text-secondary text-warning">{t('Unsaved')}</span> : null}
    </a>
  );
  return (
    <>
      <SearchField label={words.search} className="mx-3 mb-2" value={query} onChange={setQuery} />
      {found.length === 0 ? (
        <EmptyState
          title={t('Nothing fits “{query}”', { query })}
          action={<Button onClick={() => setQuery('')}>{words.showAll}</Button>}
        />
      ) : (
        <VirtualList
          label={resource.title}
          items={found}
          keyOf={({ id }) => id}
          rowHeight={ROW_PX}
          renderRow={renderRow}
          className="min-h-0 flex-1 px-2 pb-3"
        />
      )}
    </>
  );
}

/** In the address, in place of the id of a row. */
const NEW = 'new';
const IMPORT = 'import';

export interface ResourceBrowserProps<
  Row extends ResourceRow,
  Create extends object,
  Update,
  Created extends { readonly id: string },
> {
  readonly resource: Resource<Row, Create, Update, Created>;
  /** What the address says is open: an id, `new`, `import`, or nothing. */
  readonly open: string | undefined;
}

/** The rows of a resource at the left, the open one at the right. */
export function ResourceBrowser<
  Row extends ResourceRow,
  Create extends object,
  Update,
  Created extends { readonly id: string },
>({ resource, open }: ResourceBrowserProps<Row, Create, Update, Created>) {
  const { tab, words, files } = resource;
  const query = useResource(resource.calls);
  const go = (to: string | undefined) =>
    navigate({ page: 'resources', tab, ...(to === undefined ? {} : { search: { open: to } }) });
  const close = () => go(undefined);
  return (
    <QueryState query={query} loading={words.loading}>
      {(rows) => {
        const row = rows.find(({ id }) => id === open);
        const isEmpty = rows.length === 0;
        const isPaneOpen = row !== undefined || open === NEW || open === IMPORT;
        return (
          <div className="flex min-h-0 flex-1">
            <section
              aria-label={resource.title}
              className={`flex w-90 shrink-0 flex-col border-r border-border max-lg:w-72 ${isEmpty ? 'hidden' : ''}`}
            >
              <Actions
                resource={resource}
                rows={rows}
                isNewOpen={isPaneOpen}
                onNew={() => go(NEW)}
                onImport={() => go(IMPORT)}
              />
              <ResourceList resource={resource} rows={rows} openId={row?.id} />
            </section>
            <div className="min-w-0 flex-1 overflow-y-auto">
              {isPaneOpen ? (
                <div className="max-w-180 px-8 py-6">
                  {open === IMPORT && files !== undefined ? (
                    <ImportPane resource={resource} words={files.words} rows={rows} onClose={close} />
                  ) : (
                    <ResourcePane key={row?.id ?? NEW} resource={resource} row={row} onOpen={go} onClose={close} />
                  )}
                </div>
              ) : (
                <Nothing resource={resource} isEmpty={isEmpty} onNew={() => go(NEW)} onImport={() => go(IMPORT)} />
              )}
            </div>
          </div>
        );
      }}
    </QueryState>
  );
}

type AnyResource<Row extends ResourceRow> = Pick<
  Resource<Row, object, unknown, { readonly id: string }>,
  'words' | 'icon' | 'empty' | 'title'
> & { readonly files?: Resource<Row, object, unknown, { readonly id: string }>['files'] };

interface ActionsProps<Row extends ResourceRow> {
  readonly resource: AnyResource<Row>;
  readonly rows: readonly Row[];
  /** A form has the primary button then. */
  readonly isNewOpen: boolean;
  readonly onNew: () => void;
  readonly onImport: () => void;
}

function Actions<Row extends ResourceRow>({ resource, rows, isNewOpen, onNew, onImport }: ActionsProps<Row>) {
  const { files, words, title } = resource;
  return (
    <div className="flex flex-wrap gap-2 p-3">
      <Button
        look={isNewOpen ? 'plain' : 'primary'}
        className="flex-1"
        icon={<Plus aria-hidden="true" />}
        onClick={onNew}
      >
        {words.new}
      </Button>
      {files === undefined ? null : (
        <>
          <Button icon={<FileInput aria-hidden="true" />} onClick={onImport}>
            {t('Import')}
          </Button>
          <Button icon={<Download aria-hidden="true" />} onClick={() => exportRows(title, rows.map(files.fieldsOf))}>
            {t('Export')}
          </Button>
        </>
      )}
    </div>
  );
}

interface NothingProps<Row extends ResourceRow> extends Pick<ActionsProps<Row>, 'resource' | 'onNew' | 'onImport'> {
  readonly isEmpty: boolean;
}

/** What stands where no row is open. */
function Nothing<Row extends ResourceRow>({ resource, isEmpty, onNew, onImport }: NothingProps<Row>) {
  const { icon, empty, words, files } = resource;
  if (!isEmpty) return <EmptyState icon={icon} title={words.choose} />;
  return (
    <EmptyState
      icon={icon}
      title={empty.title}
      action={
        <div className="flex gap-2">
          <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={onNew}>
            {words.new}
          </Button>
          {files === undefined ? null : (
            <Button icon={<FileInput aria-hidden="true" />} onClick={onImport}>
              {t('Import')}
            </Button>
          )}
        </div>
      }
    >
      {empty.text}
    </EmptyState>
  );
}
