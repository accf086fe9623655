import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useResource, useResourceChange } from '../../api/resources.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { keepEdits, useEdits } from './draft-store.ts';
import { ResourceFieldView } from './fields/resource-field-view.tsx';
import { type Draft, type Problems, problemsOf, type Resource, type ResourceRow } from './resource.ts';

/** What a form is called in the store of unsaved edits. */
export function formName(tab: string, id: string | undefined): string {
  return `${tab}/${id ?? 'new'}`;
}

/** Of the edited values those that differ from the stored ones. */
function withEdit(stored: Draft, edits: Draft, name: string, value: string): Draft {
  const others = Object.fromEntries(Object.entries(edits).filter(([key]) => key !== name));
  return value === (stored[name] ?? '') ? others : { ...others, [name]: value };
}

/** The state of a form: what is stored, what was typed over it, and what is wrong with that. */
function useForm<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>(
  resource: Resource<Row, Create, Update, Created>,
  row: Row | undefined,
) {
  const form = formName(resource.tab, row?.id);
  const edits = useEdits(form);
  const [isTried, setIsTried] = useState(false);
  const stored = resource.draftOf(row);
  const draft = { ...stored, ...edits };
  const parsed = (row === undefined ? resource.schemas.create : resource.schemas.update).safeParse(
    resource.read(draft, row),
  );
  const problems: Problems = {
    ...(parsed.success ? {} : problemsOf(parsed.error)),
    ...resource.check?.(draft),
  };
  return {
    draft,
    isDirty: Object.keys(edits).length > 0,
    isSound: Object.keys(problems).length === 0,
    shown: isTried ? problems : {},
    set: (name: string, value: string) => keepEdits(form, withEdit(stored, edits, name, value)),
    tried: () => setIsTried(true),
    reset() {
      setIsTried(false);
      keepEdits(form, {});
    },
  };
}

export interface ResourceFormProps<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }> {
  readonly resource: Resource<Row, Create, Update, Created>;
  /** undefined: a new one */
  readonly row: Row | undefined;
  readonly onCreated: (created: Created) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

/** Makes a row or changes one. What is typed stays until it is saved or discarded, whatever is shown meanwhile. */
export function ResourceForm<Row extends ResourceRow, Create, Update, Created extends { readonly id: string }>({
  resource,
  row,
  onCreated,
  onCancel,
  children,
}: ResourceFormProps<Row, Create, Update, Created>) {
  const { calls, schemas, words } = resource;
  const { data: rows = [] } = useResource(calls);
  const { draft, isDirty, isSound, shown, set, tried, reset } = useForm(resource, row);
  const create = useResourceChange(calls.key, calls.create);
  const update = useResourceChange(calls.key, ({ id, body }: { readonly id: string; readonly body: Update }) =>
    calls.update(id, body),
  );
  const error = create.error ?? update.error;
  const isSaving = create.isPending || update.isPending;

  function save(event: FormEvent) {
    event.preventDefault();
    tried();
    if (!isSound || isSaving) return;
    const wanted = resource.read(draft, row);
    if (row === undefined) {
      create.mutate(schemas.create.parse(wanted), {
        onSuccess(created) {
          reset();
          onCreated(created);
        },
      });
    } else update.mutate({ id: row.id, body: schemas.update.parse(wanted) }, { onSuccess: reset });
  }

  return (
    <form
      aria-label={row === undefined ? words.new : resource.nameOf(row)}
      className="flex flex-col gap-4"
      onSubmit={save}
    >
      {resource.fieldsOf(draft, row, rows).map((field) => (
        <ResourceFieldView
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          problem={shown[field.name]}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" disabled={isSaving || (row !== undefined && !isDirty)}>
          {isSaving ? t('Saving…') : row === undefined ? words.create : t('Save')}
        </Button>
        {row === undefined ? (
          <Button
            onClick={() => {
              reset();
              onCancel();
            }}
          >
            {t('Cancel')}
          </Button>
        ) : null}
        {row !== undefined && isDirty ? <Button onClick={reset}>{t('Discard changes')}</Button> : null}
        <span role="status" className="text-secondary text-muted">
          {row !== undefined && update.isSuccess && !isDirty ? t('Saved') : ''}
        </span>
      </div>
      {children}
    </form>
  );
}
