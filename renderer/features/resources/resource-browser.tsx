import { Download, FileInput, Plus } from 'lucide-react';
import { t } from '../../../shared/texts/t.ts';
import { useResource } from '../../api/resources.ts';
import { navigate } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { exportRows } from './import/export-rows.ts';
import { ImportPane } from './import/import-pane.tsx';
import type { Resource, ResourceRow } from './resource.ts';
import { ResourceList } from './resource-list.tsx';
import { ResourcePane } from './resource-pane.tsx';

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
