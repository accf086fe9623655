import { type FormEvent, useState } from 'react';
import { cleanFileName } from '../../../shared/text/file-names.ts';
import { t } from '../../../shared/texts/t.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextArea, TextInput } from '../../ui/controls/inputs.tsx';

export interface AddTextProps {
  /** What was pasted. */
  readonly text: string;
  /** The extension that the flow takes texts with, with its dot. */
  readonly extension: string;
  readonly onAdd: (file: PickedFile) => void;
  readonly onCancel: () => void;
}

/** A text becomes a file with a name, which is the source of its chunks. */
export function AddText({ text: pasted, extension, onAdd, onCancel }: AddTextProps) {
  const [name, setName] = useState(t('Pasted text{extension}', { extension }));
  const [text, setText] = useState(pasted);
  function submit(event: FormEvent) {
    event.preventDefault();
    const trimmed = name.trim();
    const path = cleanFileName(trimmed.includes('.') ? trimmed : `${trimmed}${extension}`);
    onAdd({ path, file: new File([text], path.split('/').at(-1) ?? path, { type: 'text/plain' }) });
  }
  return (
    <form aria-label={t('Add a text')} className="flex min-h-0 shrink-0 flex-col gap-2" onSubmit={submit}>
      <Field label={t('Name')}>
        {(control) => <TextInput {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Field label={t('Text')}>
        {(control) => (
          <TextArea
            {...control}
            autoFocus
            rows={4}
            className="max-h-60 min-h-20"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" disabled={text.trim() === '' || name.trim() === ''}>
          {t('Add the text')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
