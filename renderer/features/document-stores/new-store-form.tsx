import { type FormEvent, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { useCreateStore } from '../../api/document-stores.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

/** What a new store begins with: all of it works at once, and on this machine. */
const BEGINNING = {
  embeddingConfig: { name: 'transformersEmbeddings', config: {} },
  vectorStoreConfig: { name: 'hnsw', config: {} },
  recordManagerConfig: { name: 'SQLiteRecordManager', config: { cleanup: 'incremental' } },
} as const;

export interface NewStoreFormProps {
  readonly onCreated: (storeId: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the name of a new store and makes it, ready to take documents in. */
export function NewStoreForm({ onCreated, onCancel }: NewStoreFormProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const { mutate, isPending, error } = useCreateStore();
  function create(event: FormEvent) {
    event.preventDefault();
    mutate(
      { name: name.trim(), description: description.trim(), ...BEGINNING },
      { onSuccess: ({ id }) => onCreated(id) },
    );
  }
  return (
    <form
      aria-label={t('New document store')}
      className="mb-6 flex flex-col gap-3 rounded-card border border-border bg-surface p-4"
      onSubmit={create}
      onKeyDown={(event) => (event.key === 'Escape' ? onCancel() : undefined)}
    >
      <Field label={t('Name')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            maxLength={255}
            placeholder={t('Staff handbook')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('What is it for? (optional)')}>
        {(control) => (
          <TextInput {...control} value={description} onChange={(event) => setDescription(event.target.value)} />
        )}
      </Field>
      <p className="text-secondary text-muted">
        {t('It begins with the built-in model and the vector store on this machine. Both can be changed at any time.')}
      </p>
      {error === null ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={name.trim() === '' || isPending}>
          {t('Create store')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}
